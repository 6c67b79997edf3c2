package org.caravan.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.caravan.durable.DurableFiles;
import org.caravan.image.ContentDigest;
import org.caravan.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to a backup, what fits, and what is refused, without a server. */
class BackupPartsTest {

    private static final long SPARSE = 32L << 30;

    @TempDir
    Path folder;

    private Path data;
    private Path file;

    @BeforeEach
    void dataFolder() throws IOException, SQLException {
        data = Files.createDirectory(folder.resolve("data"));
        file = folder.resolve("caravan.backup");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("server.db")); Statement statement =
                connection.createStatement()) {
            statement.execute("create table model (text text)");
        }
        put("token", "t");
        put("secrets.key", "k");
        put("secrets/@acme/one", "s");
        put("credentials/testbed/id_ed25519", "private");
        put("images/manifests/shop/web.json", "{}");
        put("images/layers/sha256-aa.tar.zst", "layer");
        put("rented/key", "private");
        Files.createSymbolicLink(data.resolve("rented/link"), data.resolve("rented/key").toAbsolutePath());
        put("server.options", "--caravan.simulated=true");
        put("simulated-machines.json", "m");
    }

    private void put(String name, String text) throws IOException {
        Files.createDirectories(data.resolve(name).getParent());
        Files.writeString(data.resolve(name), text);
    }

    /** {@code ./caravan demo} keeps the disks of six nodes below the data folder, 32 GiB each, of which 90 MiB are used. */
    @Test
    void whatTheServerDoesNotKeepStaysOutAndIsNamed() throws IOException {
        put("testbed/nodes/pi/keys", "x");
        try (RandomAccessFile disk = new RandomAccessFile(data.resolve("testbed/nodes/pi/disk.img").toFile(), "rw")) {
            disk.setLength(SPARSE);
        }
        put("apt.log", "x");
        put("broker/db-1.log", "x");
        put("images/.uploads/0123456789ab", "half");
        put("images/layers/.draft123.tmp", "half");
        put("credentials/.draft123.tmp", "half");
        Backup.Written written = backup();
        assertThat(written.leftOut()).containsExactly("testbed");
        assertThat(written.contents().parts()).extracting(Contents.Part::path)
                .containsExactly("credentials/testbed/id_ed25519", "images/layers/sha256-aa.tar.zst",
                "images/manifests/shop/web.json", "rented/key", "rented/link", "secrets.key", "secrets/@acme/one", "server.db",
                        "server.options", "simulated-machines.json", "token");
        assertThat(written.contents().parts()).filteredOn(part -> part.path().equals("token")).extracting(Contents.Part::size)
                .containsExactly(1L);
        Path elsewhere = folder.resolve("elsewhere");
        restore(elsewhere);
        assertThat(elsewhere.resolve("credentials/testbed/id_ed25519")).hasContent("private");
        assertThat(elsewhere.resolve("rented/link")).isSymbolicLink().hasContent("private");
        assertThat(elsewhere.resolve("testbed")).doesNotExist();
        assertThat(names()).containsExactlyInAnyOrder("data", "elsewhere", "caravan.backup");
        try (Stream<Path> all = Files.walk(elsewhere)) {
            assertThat(all.filter(each -> !Files.isSymbolicLink(each)).map(BackupPartsTest::permissions))
                    .allMatch(text -> text.endsWith("------"));
        }
    }

    @Test
    void whatKilledProcessesLeftIsRemovedAndWhatIsUsedStays() throws IOException {
        Path old = Files.createDirectories(folder.resolve(".caravan-restore4711/data"));
        Files.writeString(old.resolve("secrets.key"), "k");
        Path killed = Files.createDirectories(folder.resolve(".caravan-backup4712"));
        Files.writeString(killed.resolve("lock"), "");
        Path used = Files.createDirectories(folder.resolve(".caravan-restore4713"));
        try (FileChannel channel = FileChannel.open(used.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertThat(channel.tryLock()).isNotNull();
            backup();
            assertThat(names()).containsExactlyInAnyOrder("data", "caravan.backup", ".caravan-restore4713");
        }
        restore(folder.resolve("elsewhere"));
        assertThat(names()).containsExactlyInAnyOrder("data", "caravan.backup", "elsewhere");
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeItIsWritten() throws IOException {
        try (Entries entries = new Entries()) {
            entries.text(Contents.Extent.ENTRY, Json.write(new Contents.Extent(2, 1, 1L << 60)));
            entries.text("token", "t");
        }
        assertThatThrownBy(() -> restore(folder.resolve("elsewhere"))).isInstanceOf(BackupFault.class)
                .hasMessageContaining("needs 1073741824.0 GiB in").hasMessageContaining("Maybe free some space");
        assertThat(names()).containsExactlyInAnyOrder("data", "caravan.backup");
        Files.delete(file);
        try (RandomAccessFile layer = new RandomAccessFile(data.resolve("images/layers/sha256-bb.tar.zst").toFile(), "rw")) {
            layer.setLength(Files.getFileStore(folder).getUsableSpace() + (1L << 30));
        }
        assertThatThrownBy(this::backup).isInstanceOf(BackupFault.class).hasMessageContaining("The backup needs");
        assertThat(names()).containsExactlyInAnyOrder("data");
    }

    /** As the release before this one wrote it, with a disk of a test bed in it. */
    @Test
    void backupsOfTheFirstFormComeBackAndTheirHolesStayHoles() throws IOException, InterruptedException {
        SortedMap<String, String> digests = new TreeMap<>();
        try (Entries entries = new Entries()) {
            digests.put("token", entries.text("token", "t"));
            digests.put("testbed/disk.img", entries.bytes("testbed/disk.img", new byte[48 << 20]));
            entries.text(Contents.ENTRY, "{\"version\":1,\"madeAt\":\"2026-11-01T00:00:00Z\",\"digests\":" + Json.write(digests) + "}");
        }
        Path elsewhere = folder.resolve("elsewhere");
        restore(elsewhere);
        assertThat(elsewhere.resolve("token")).hasContent("t");
        assertThat(elsewhere.resolve("testbed/disk.img")).hasSize(48 << 20);
        Process du = new ProcessBuilder("du", "-k", elsewhere.resolve("testbed/disk.img").toString()).start();
        assertThat(Integer.parseInt(new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\\s")[0]))
                .isLessThan(1024);
        assertThat(du.waitFor()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/tmp/outside", "a/../../outside", ".", "a/.."})
    void aNameThatLeadsOutIsRefused(String name) throws IOException {
        try (Entries entries = new Entries()) {
            SortedMap<String, String> digests = new TreeMap<>();
            digests.put(name, entries.raw(name));
            entries.text(Contents.ENTRY, Json.write(new Contents(2, Instant.EPOCH, digests, List.of(new Contents.Part(name, 1, "")))));
        }
        refused("is no file of a data folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "../../etc/passwd", "a/../../b"})
    void aLinkThatLeadsOutIsRefused(String target) throws IOException {
        try (Entries entries = new Entries()) {
            entries.text(Contents.ENTRY, Json.write(new Contents(2, Instant.EPOCH, new TreeMap<>(),
                    List.of(new Contents.Part("link", 0, target)))));
        }
        refused("is no file of a data folder");
    }

    @Test
    void linksDevicesAndNamesThatComeTwiceAreRefused() throws IOException {
        for (byte kind : List.of(TarConstants.LF_SYMLINK, TarConstants.LF_LINK, TarConstants.LF_CHR, TarConstants.LF_FIFO,
                TarConstants.LF_DIR)) {
            try (Entries entries = new Entries()) {
                entries.kind("odd", kind);
            }
            refused("is no file of a data folder");
            Files.delete(file);
        }
        try (Entries entries = new Entries()) {
            entries.text("token", "t");
            entries.text("token", "u");
        }
        refused("cannot be brought back");
    }

    @Test
    void whatIsNotAsTheListSaysIsRefused() throws IOException {
        for (String part : List.of("{\"path\":\"token\",\"size\":2,\"link\":\"\"}", "{\"path\":\"other\",\"size\":1,\"link\":\"\"}", "")) {
            try (Entries entries = new Entries()) {
                SortedMap<String, String> digests = new TreeMap<>();
                digests.put("token", entries.text("token", "t"));
                entries.text(Contents.ENTRY, "{\"version\":2,\"madeAt\":\"2026-11-01T00:00:00Z\",\"digests\":" + Json.write(digests)
                        + ",\"parts\":[" + part + "]}");
            }
            refused("is damaged");
            Files.delete(file);
        }
        try (Entries entries = new Entries()) {
            entries.text(Contents.ENTRY, "{\"version\":3,\"madeAt\":\"2026-11-01T00:00:00Z\",\"digests\":{}}");
        }
        refused("is of form 3");
    }

    private void refused(String why) throws IOException {
        assertThatThrownBy(() -> restore(folder.resolve("elsewhere"))).isInstanceOf(BackupFault.class).hasMessageContaining(why)
                .hasMessageContaining("\nMaybe ");
        assertThat(names()).containsExactlyInAnyOrder("data", "caravan.backup");
        assertThat(Path.of("/tmp/outside")).doesNotExist();
    }

    /** A backup that holds the former key and a secret that was written with the new one holds no secret. */
    @Test
    void secretsAndTheirKeyFitEachOther() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        pair(0);
        Thread rotations = new Thread(() -> {
            for (int number = 1; !ended.get(); number++) {
                try {
                    pair(number);
                    Thread.sleep(15);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        rotations.start();
        try {
            for (int number = 0; number < 20; number++) {
                Path target = Files.createDirectory(folder.resolve("copies" + number));
                SecretCopies.take(data, target);
                String key = Files.readString(target.resolve("secrets.key"));
                Path next = target.resolve("secrets.key.next");
                Set<String> keys = Files.exists(next) ? Set.of(key, Files.readString(next)) : Set.of(key);
                for (int secret = 0; secret < 5; secret++) {
                    assertThat(keys).contains(Files.readString(target.resolve("secrets/s" + secret)));
                }
            }
        } finally {
            ended.set(true);
            rotations.join();
        }
    }

    /** As a rotation does: the next key first, then the secrets, then the next key takes its place. */
    private void pair(int number) throws IOException {
        Path next = data.resolve("secrets.key.next");
        Files.deleteIfExists(data.resolve("secrets/@acme/one"));
        replace(next, number);
        for (int secret = 0; secret < 5; secret++) {
            replace(data.resolve("secrets/s" + secret), number);
        }
        Files.move(next, data.resolve("secrets.key"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void replace(Path file, int number) throws IOException {
        Path draft = file.resolveSibling(DurableFiles.DRAFT + number);
        Files.writeString(draft, "key " + number);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aLongOneSaysHowFarItIs() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        long[] seconds = {0};
        Progress progress = new Progress(new PrintStream(printed), () -> seconds[0] * 1_000_000_000L, "restore");
        progress.whole(4L << 30);
        for (seconds[0] = 1; seconds[0] <= 11; seconds[0]++) {
            progress.add(256 << 20);
        }
        assertThat(printed.toString()).isEqualTo("restore: 1.3 GiB of 4.0 GiB, 31 %\nrestore: 2.5 GiB of 4.0 GiB, 62 %\n");
    }

    private Backup.Written backup() {
        return new Backup(data, Clock.systemUTC(), new Progress(System.err, System::nanoTime, "backup")).write(file);
    }

    private void restore(Path target) {
        new Restoration(file, new Progress(System.err, System::nanoTime, "restore")).into(target);
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> each.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String permissions(Path each) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A backup of one's own making. */
    private final class Entries implements AutoCloseable {

        private final TarArchiveOutputStream tar;

        Entries() throws IOException {
            OutputStream out = Files.newOutputStream(file);
            tar = new TarArchiveOutputStream(new ZstdOutputStream(out), StandardCharsets.UTF_8.name());
        }

        String text(String name, String text) throws IOException {
            return bytes(name, text.getBytes(StandardCharsets.UTF_8));
        }

        String bytes(String name, byte[] content) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name);
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
            return new ContentDigest(org.caravan.canonical.Digest.of(content)).hex();
        }

        /** With the name as it is: absolute, too. */
        String raw(String name) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, true);
            entry.setSize(1);
            tar.putArchiveEntry(entry);
            tar.write('x');
            tar.closeArchiveEntry();
            return new ContentDigest(org.caravan.canonical.Digest.of(new byte[] {'x'})).hex();
        }

        void kind(String name, byte kind) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, kind);
            entry.setLinkName("/etc/passwd");
            tar.putArchiveEntry(entry);
            tar.closeArchiveEntry();
        }

        @Override
        public void close() throws IOException {
            tar.close();
        }
    }
}
