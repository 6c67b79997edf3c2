package org.caravan.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageRepository;
import org.caravan.image.archive.ImageImport;
import org.caravan.image.archive.Imported;
import org.caravan.image.archive.Incoming;
import org.caravan.image.tar.LayerCheck;
import org.caravan.image.tar.LayerContents;
import org.caravan.image.tar.LayerLimits;
import org.caravan.image.tar.LayerRefused;
import org.caravan.infrastructure.Architecture;
import org.caravan.testing.Lifetime;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hostile layers by the thousand: whatever the checker lets through, GNU tar with a host's options makes a tree of it that has as many
 * files as were counted, no device but deletions, and nothing beside it. Bytes are written by chance from a seed, so a failure comes again.
 */
class LayerFuzzTest {

    private static final int SAMPLE = 200;
    private static final int WHOLE = 100_000;
    private static final String OUTSIDE = "../../outside";
    private static final List<String> NAMES = List.of("a", "b", "a/b", "a/b/c", "./a", "./", "b/", "dir/", "dir/x", "../x", "/x", OUTSIDE,
            "a/../b", "x//y",
            ".wh.a", "dir/.wh..wh..opq", "größe", "l", "l/x", "n".repeat(99), "lines\nx", "");
    private static final List<String> TARGETS = List.of("a", "b", "/etc/passwd", "../..", OUTSIDE, "dir", "l", ".", "");
    private static final List<String> KEYS = List.of("path", "linkpath", "size", "uid", "mtime", "mode", "SCHILY.xattr.user.x",
            "SCHILY.xattr.trusted.overlay.opaque",
            "SCHILY.xattr.security.capability", "GNU.sparse.major", "GNU.sparse.name", "SCHILY.devmajor", "hdrcharset");
    private static final String TYPES = "000000555222113364LKxgSDV7\0";

    private static final int AT_ONCE = 64;
    /** Packing again is slow. */
    private static final int IMPORTED_OF = 5;

    @TempDir
    Path folder;

    private final List<Accepted> batch = new ArrayList<>();
    private Path layer;

    /** A layer that the checker let through. @param around the folder beside which nothing may appear */
    private record Accepted(LayerContents contents, String which, Path around) {}

    @BeforeEach
    void prepare() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/tar"))
                && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "SKIPPED: needs root and tar");
        layer = folder.resolve("layer.tar.zst");
    }

    @Test
    void whatIsLetThroughDoesNoHarm() throws Exception {
        Map<String, Integer> counts = fuzz(SAMPLE);
        assertThat(counts.get("accepted")).as("%s", counts).isGreaterThan(SAMPLE / 20);
        assertThat(counts.get("refused")).as("%s", counts).isGreaterThan(SAMPLE / 5);
    }

    /** {@code ./caravan bench layers} */
    @Test
    @Tag("slow")
    void whatIsLetThroughDoesNoHarmInAHundredThousand() throws Exception {
        System.out.println("layers " + fuzz(Integer.getInteger("layers.count", WHOLE)));
    }

    private Map<String, Integer> fuzz(int count) throws Exception {
        Map<String, Integer> counts = new TreeMap<>(Map.of("archives", count, "accepted", 0, "refused", 0, "imported", 0, "imports refused",
                0, "dropped entries", 0));
        for (int seed = 0; seed < count; seed++) {
            byte[] tar = tar(new Random(seed));
            Files.write(layer, broken(new Random(~seed), Zstd.compress(tar, 1)));
            Optional<LayerContents> found = checked();
            counts.merge(found.isPresent() ? "accepted" : "refused", 1, Integer::sum);
            if (found.isPresent()) {
                later(found.get(), "seed " + seed);
            }
            if (seed % IMPORTED_OF == 0) {
                imported(tar, seed, counts);
            }
        }
        if (!batch.isEmpty()) {
            unpack();
        }
        return counts;
    }

    private Optional<LayerContents> checked() throws IOException {
        try {
            return Optional.of(new LayerCheck(LayerLimits.of(10_000_000)).contents(layer));
        } catch (LayerRefused refused) {
            assertThat(refused.getMessage()).doesNotContain("\n").doesNotContain("\0");
            return Optional.empty();
        }
    }

    /** The same as a tar of a tree: what is not refused has become a layer of ours, which the same checker let through. */
    private void imported(byte[] tar, int seed, Map<String, Integer> counts) throws Exception {
        ImageRepository repository = new ImageRepository(folder.resolve("images"), Clock.systemUTC());
        Path file = Files.write(folder.resolve("rootfs.tar"), tar);
        try {
            Imported imported = new ImageImport(repository, folder.resolve("images/.scratch"))
                    .rootfs(new Incoming(file, Optional.of("fuzz/tree"),
                    Optional.of(Architecture.AMD64), List.of(), Map.of(), 10_000_000));
            counts.merge("imported", 1, Integer::sum);
            imported.notes().forEach(note -> counts.merge("dropped entries", Integer.parseInt(note.split(" ")[0]), Integer::sum));
            Path kept = repository.layers().file(imported.images().get(0), imported.images().get(0).layers().get(0));
            Files.copy(kept, layer, StandardCopyOption.REPLACE_EXISTING);
            Files.delete(kept);
            later(new LayerCheck(LayerLimits.of(10_000_000)).contents(layer), "import of seed " + seed);
        } catch (ImageFault fault) {
            assertThat(fault.kind()).as("seed %d: %s", seed, fault.getMessage()).isEqualTo(ImageFault.Kind.REFUSED);
            counts.merge("imports refused", 1, Integer::sum);
        }
    }

    private void later(LayerContents contents, String which) throws Exception {
        Path file = folder.resolve("batch").resolve(Integer.toString(batch.size()));
        Files.createDirectories(file.resolve("inner/staging"));
        Files.copy(layer, file.resolveSibling(batch.size() + ".tar.zst"));
        batch.add(new Accepted(contents, which, file));
        if (batch.size() == AT_ONCE) {
            unpack();
        }
    }

    /** One shell for many: starting it is most of the work. The options are those of unpack.sh, which LayerOnNodeTest runs itself. */
    private void unpack() throws Exception {
        Process tar = Lifetime.limited(new ProcessBuilder("bash", "-o", "pipefail", "-c", """
                cd '%s' && for each in $(seq 0 %d); do
                    zstd -dcq $each.tar.zst | tar -x -p --numeric-owner --xattrs --xattrs-include='user.*' \
                --xattrs-exclude='user.overlay.*' -C $each/inner/staging -f - 2>$each.said ||
                        echo "$each: $(cat $each.said)"
                done""".formatted(folder.resolve("batch"), batch.size() - 1)).redirectErrorStream(true).start());
        String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tar.waitFor();
        assertThat(said).as("%s", batch).isEmpty();
        for (Accepted each : batch) {
            isHarmless(each);
        }
        try (Stream<Path> found = Files.list(folder)) {
            assertThat(found.map(file -> file.getFileName().toString())).as("beside them")
                    .isSubsetOf("batch", "images", "layer.tar.zst", "rootfs.tar");
        }
        try (Stream<Path> found = Files.walk(folder.resolve("batch"))) {
            found.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
        batch.clear();
    }

    private static void isHarmless(Accepted accepted) throws IOException {
        Path target = accepted.around().resolve("inner/staging");
        List<Path> all;
        try (Stream<Path> found = Files.walk(accepted.around())) {
            all = found.filter(file -> !target.startsWith(file)).toList();
        }
        assertThat(all).as("%s: outside", accepted).allMatch(file -> file.startsWith(target));
        int entries = accepted.contents().entries();
        assertThat(all.size()).as("%s: as many as were counted, but for the layer itself: %s", accepted, all)
                .isBetween(entries - 1, entries);
        for (Path file : all) {
            int type = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0170000;
            assertThat(type).as("%s: %s", accepted, file).isNotIn(0060000, 0140000);
            assertThat(type != 0020000 || Files.getAttribute(file, "unix:rdev", LinkOption.NOFOLLOW_LINKS).equals(0L))
                    .as("%s: device %s", accepted, file).isTrue();
        }
        assertThat(all.stream().filter(LayerFuzzTest::isPrivileged).map(LayerFuzzTest::inode).distinct().count())
                .as("%s: set-user-ID and set-group-ID", accepted)
                .isLessThanOrEqualTo(accepted.contents().privileged());
    }

    private static Object inode(Path file) {
        try {
            return Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPrivileged(Path file) {
        try {
            int mode = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return (mode & 0170000) == 0100000 && (mode & 06000) != 0;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] tar(Random random) {
        RawTar tar = new RawTar();
        boolean kind = random.nextInt(3) > 0; // most entries of such are right, so that something gets through
        for (int entries = 1 + random.nextInt(6); entries > 0; entries--) {
            entry(random, tar, kind ? 0 : 4, entries);
        }
        byte[] whole = random.nextInt(20) == 0 ? tar.bytes() : tar.ended();
        for (int flips = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : 0; flips > 0 && whole.length > 0; flips--) {
            int at = random.nextInt(whole.length);
            whole[at] ^= (byte) (1 << random.nextInt(8));
            int block = at / 512 * 512;
            if (random.nextBoolean() && block + 512 <= whole.length) { // with a checksum that is right again
                System.arraycopy(RawTar.summed(Arrays.copyOfRange(whole, block, block + 512)), 0, whole, block, 512);
            }
        }
        return random.nextInt(25) == 0 ? concat(whole, new RawTar().add(RawTar.device('4', "sda", 8, 0)).ended()) : whole;
    }

    private static void entry(Random random, RawTar tar, int hostility, int number) {
        boolean hostile = random.nextInt(10) < 1 + hostility;
        String name = hostile ? pick(random, NAMES) : List.of("f" + number, "dir/f" + number, "./g" + number).get(random.nextInt(3));
        char type = hostile ? TYPES.charAt(random.nextInt(TYPES.length())) : "005206"
                .charAt(random.nextInt(6));
        byte[] content = type == '0' || hostile && random.nextInt(3) == 0 ? new byte[random.nextInt(1500)] : new byte[0];
        random.nextBytes(content);
        if ("LK".indexOf(type) >= 0) {
            content = (pick(random, NAMES) + "\0").getBytes(StandardCharsets.UTF_8);
        } else if ("xg".indexOf(type) >= 0) {
            content = RawTar.record(pick(random, KEYS), pick(random, NAMES));
        } else if (hostile && random.nextInt(3) == 0) {
            tar.pax(pick(random, KEYS), random.nextBoolean() ? pick(random, NAMES) : "" + random.nextInt(3000));
        }
        int device = hostile && random.nextBoolean() ? random.nextInt(9) : 0;
        String link = type == '1' || type == '2' || random.nextInt(50) == 0 ? type == '2'
                || hostile ? pick(random, TARGETS) : "f" + (number + 1) : "";
        long size = hostile && random.nextInt(6) == 0 ? random.nextInt(100_000) : content.length;
        tar.add(new RawTar.Header(type, name, link, random.nextInt(010000), size, device, device), content);
    }

    /** Now and then of the packed form. */
    private static byte[] broken(Random random, byte[] packed) {
        return switch (random.nextInt(30)) {
            case 0 -> Arrays.copyOf(packed, random.nextInt(packed.length));
            case 1 -> concat(packed, Zstd.compress(new RawTar().add(RawTar.device('4', "sda", 8, 0)).ended()));
            case 2 -> {
                packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
                yield packed;
            }
            default -> packed;
        };
    }

    private static String pick(Random random, List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }
}
