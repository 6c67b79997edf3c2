package org.caravan.server.backup;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.caravan.image.ContentDigest;
import org.caravan.json.Json;
import org.caravan.server.data.ServerDatabase;
import org.springframework.util.FileSystemUtils;

/** Everything of a data folder that cannot be had again, as one tar of Zstandard that its owner alone may read: it holds the keys too. */
final class Backup {

    /** What belongs to one process and one moment: the lock, pids and logs, events under way, uploads that are not whole, drafts. */
    private static final List<String> LEFT_OUT = List.of("lock", "server.pid", "server.log", "apt.log", "broker", "scratch", "images/.uploads", "images/.scratch",
            "images/.differences");
    private static final int OWNER_READS = 0400;
    private static final int OWNER_WRITES = 0200;
    private static final int OWNER_RUNS = 0100;

    private final Path data;
    private final Clock clock;

    /** @param data folder of a server, which may be running */
    Backup(Path data, Clock clock) {
        this.data = data;
        this.clock = clock;
    }

    /** The file appears whole or not at all. */
    Contents write(Path file) {
        StateElsewhere.of(data).ifPresent(database -> {
            throw new BackupFault("The state of the server of (" + data + ") is in " + database + ", which this does not copy.\n"
                    + "Maybe copy that with pg_dump and then the folder with tar: docs/operating.md says how.");
        });
        if (!Files.exists(data.resolve("server.db"))) {
            throw new BackupFault("The folder (" + data + ") is not the data folder of a server.\nMaybe name it: --data FOLDER.");
        }
        if (Files.exists(file)) {
            throw new BackupFault("The file (" + file + ") exists already.\nMaybe name another: backups are not written over.");
        }
        try {
            return written(file.toAbsolutePath());
        } catch (IOException e) {
            throw new BackupFault("The backup (" + file + ") cannot be written: " + e.getMessage() + "\nMaybe the disk is full, or the folder may not be written.", e);
        }
    }

    private Contents written(Path file) throws IOException {
        Path copies = Files.createTempDirectory(file.getParent(), ".caravan-backup", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Path draft = Files.createFile(copies.resolve("draft"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Contents contents = written(draft, copies);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            return contents;
        } finally {
            FileSystemUtils.deleteRecursively(copies);
        }
    }

    private Contents written(Path draft, Path copies) throws IOException {
        try (OutputStream out = Files.newOutputStream(draft);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new ZstdOutputStream(out), StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            Contents contents = contents(tar, copies);
            add(tar, Contents.ENTRY, Json.write(contents).getBytes(StandardCharsets.UTF_8));
            return contents;
        }
    }

    private Contents contents(TarArchiveOutputStream tar, Path copies) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        for (String name : DatabaseCopies.take(data, copies)) {
            digests.put(name, add(tar, name, copies.resolve(name), data.resolve(name)));
        }
        for (Path file : others()) {
            String name = data.relativize(file).toString();
            digests.put(name, add(tar, name, file, file));
        }
        return new Contents(Contents.VERSION, now, digests);
    }

    private List<Path> others() throws IOException {
        try (Stream<Path> all = Files.walk(data)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).filter(file -> kept(data.relativize(file).toString())).sorted().toList();
        }
    }

    private static boolean kept(String path) {
        return !DatabaseCopies.isOfDatabase(path) && LEFT_OUT.stream().noneMatch(left -> path.equals(left) || path.startsWith(left + "/"));
    }

    /** Returns its digest. */
    private static String add(TarArchiveOutputStream tar, String name, Path content, Path permissions) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(Files.size(content));
        entry.setMode(mode(permissions));
        tar.putArchiveEntry(entry);
        MessageDigest sum = ContentDigest.newSum();
        Files.copy(content, new DigestOutputStream(tar, sum));
        tar.closeArchiveEntry();
        return ContentDigest.of(sum).hex();
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    /** Only what concerns its owner: nobody else reads the data folder. */
    private static int mode(Path file) throws IOException {
        var permissions = Files.getPosixFilePermissions(file);
        return (permissions.contains(PosixFilePermission.OWNER_READ) ? OWNER_READS : 0)
                | (permissions.contains(PosixFilePermission.OWNER_WRITE) ? OWNER_WRITES : 0)
                | (permissions.contains(PosixFilePermission.OWNER_EXECUTE) ? OWNER_RUNS : 0);
    }
}
