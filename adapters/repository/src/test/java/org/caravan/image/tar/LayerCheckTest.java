package org.caravan.image.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerCheckTest {

    private static final String LONG = "n".repeat(90) + "/" + "m".repeat(90);

    @TempDir
    Path folder;

    private Path file(byte[] content) throws Exception {
        return Files.write(folder.resolve("layer"), content);
    }

    private LayerContents contents(byte[] tar) throws Exception {
        return new LayerCheck(LayerLimits.USUAL).contents(file(Zstd.compress(tar)));
    }

    private String refusal(byte[] tar) throws Exception {
        return refusalOf(Zstd.compress(tar), LayerLimits.USUAL);
    }

    private String refusalOf(byte[] packed, LayerLimits limits) throws Exception {
        Path file = file(packed);
        LayerRefused refused = catchThrowableOfType(LayerRefused.class, () -> new LayerCheck(limits).contents(file));
        assertThat(refused).as("is refused").isNotNull();
        assertThat(refused.wayOut()).isNotBlank();
        return refused.getMessage();
    }

    @Test
    void whatAnImageNeedsIsTakenAndCounted() throws Exception {
        byte[] tar = new RawTar().add(RawTar.folder("./")).add(RawTar.folder("./etc/")).file("./etc/hosts", "x".repeat(5000))
                .add(RawTar.file("bin/su", 1).withMode(04755), new byte[] {1})
                .add(RawTar.link('1', "bin/su2", "./bin/su")).add(RawTar.link('2', "bin/sh", "/usr/bin/dash"))
                .add(RawTar.device('3', "etc/gone", 0, 0)).add(new RawTar.Header('6', "run/pipe", "", 0600, 0, 0, 0))
                .pax(concat(RawTar.record("path", LONG), RawTar.record("mtime", "1700000000.5"),
                        RawTar.record("SCHILY.xattr.user.note", "a b\0c")))
                .add(RawTar.file("cut", 1), new byte[] {2})
                .add(new RawTar.Header('L', "././@LongLink", "", 0644, LONG.length() + 2, 0, 0), (LONG + "2\0").getBytes())
                .add(RawTar.file("cut", 0))
                .raw(new byte[10240]).ended();
        LayerContents found = contents(tar);
        assertThat(found.tarBytes()).isEqualTo(tar.length);
        assertThat(found.tarDigest()).isEqualTo(sum(tar));
        assertThat(found.packedDigest()).isEqualTo(sum(Zstd.compress(tar)));
        assertThat(found.entries()).as("with the folders bin, run and that of the long names").isEqualTo(13);
        assertThat(found.privileged()).isEqualTo(1);
        assertThat(found.diskBytes()).isBetween(5 * 4096L + 8192, 60_000L);
    }

    private static String sum(byte[] content) throws Exception {
        return HexFormat.of().formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(content));
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** The review's: the disk of the node, as a file of an image. */
    @Test
    void aDeviceIsRefused() throws Exception {
        assertThat(refusal(new RawTar().add(RawTar.device('4', "own-node-disk", 7, 6)).ended()))
                .isEqualTo("the entry (own-node-disk) is a device");
        assertThat(refusal(new RawTar().add(RawTar.device('3', "loop-control", 10, 237)).ended()))
                .isEqualTo("the entry (loop-control) is a device");
        assertThat(refusal(new RawTar().add(RawTar.device('3', "x", 0, 1)).ended())).contains("is a device");
        assertThat(refusal(new RawTar().pax("SCHILY.devmajor", "7").add(RawTar.device('3', "x", 0, 0)).ended()))
                .contains("SCHILY.devmajor");
    }

    @Test
    void whatLeavesTheLayerOrIsReadInTwoWaysIsRefused() throws Exception {
        Map<String, RawTar> hostile = new LinkedHashMap<>();
        for (String name : new String[] {"/etc/passwd", "../x", "a/../../x", "a/./x", "a//x", "..", "a/..", "x/", "", "a\nb"}) {
            hostile.put("name " + name, new RawTar().add(RawTar.file(name, 0)));
        }
        hostile.put("long word", new RawTar().pax("path", "n".repeat(256)).add(RawTar.file("x", 0)));
        hostile.put("long name", new RawTar().pax("path", "n/".repeat(2000) + "x").add(RawTar.file("x", 0)));
        hostile.put("root is a file", new RawTar().add(RawTar.file("./", 0)));
        hostile.put("below a link", new RawTar().add(RawTar.link('2', "a", "/etc")).file("a/passwd", "x"));
        hostile.put("below a link's folder", new RawTar().add(RawTar.link('2', "a", "/etc")).add(RawTar.folder("a/b/")).file("a/b/c", "x"));
        hostile.put("below a file", new RawTar().file("a", "").file("a/b", "x"));
        hostile.put("below a deletion", new RawTar().add(RawTar.device('3', "a", 0, 0)).file("a/b", "x"));
        hostile.put("link over a folder", new RawTar().file("a/b", "").add(RawTar.link('2', "a", "/etc")));
        hostile.put("twice", new RawTar().file("a", "").file("./a", "x"));
        hostile.put("folder twice", new RawTar().add(RawTar.folder("a")).add(RawTar.folder("a/")));
        hostile.put("hard link out", new RawTar().add(RawTar.link('1', "a", "/etc/shadow")));
        hostile.put("hard link up", new RawTar().add(RawTar.link('1', "a", "../../etc/shadow")));
        hostile.put("hard link to nothing", new RawTar().add(RawTar.link('1', "a", "b")).file("b", ""));
        hostile.put("hard link to a link", new RawTar().add(RawTar.link('2', "b", "/etc/shadow")).add(RawTar.link('1', "a", "b")));
        hostile.put("hard link with content", new RawTar().file("b", "").add(RawTar.link('1', "a", "b").withSize(1), new byte[1]));
        hostile.put("link to nothing", new RawTar().add(RawTar.link('2', "a", "")));
        hostile.put("link to a line", new RawTar().add(RawTar.link('2', "a", "b\nc")));
        hostile.put("folder with content", new RawTar().add(RawTar.folder("a/").withSize(512), new byte[512]));
        hostile.put("old file type", new RawTar().add(new RawTar.Header('\0', "a/", "", 0644, 0, 0, 0)));
        for (char type : "7SVMDNgX Z".toCharArray()) {
            hostile.put("type " + type, new RawTar().add(new RawTar.Header(type, "a", "", 0644, 0, 0, 0)));
        }
        hostile.put("deletion of OCI", new RawTar().file("a/.wh.b", ""));
        for (String key : new String[] {"size", "GNU.sparse.major", "GNU.sparse.realsize", "hdrcharset",
                "LIBARCHIVE.xattr.trusted.overlay.opaque", "comment", "SCHILY.acl.access"}) {
            hostile.put("extended " + key, new RawTar().pax(key, "1").file("a", ""));
        }
        for (String attribute : new String[] {"trusted.overlay.opaque", "trusted.overlay.redirect", "user.overlay.opaque", "security.ima",
                "trusted.x", "system.x"}) {
            hostile.put("attribute " + attribute, new RawTar().pax("SCHILY.xattr." + attribute, "y").add(RawTar.folder("a/")));
        }
        hostile.put("extended twice", new RawTar().pax("path", "b").pax("path", "c").file("a", ""));
        hostile.put("record twice", new RawTar().pax(concat(RawTar.record("path", "b"), RawTar.record("path", "c"))).file("a", ""));
        hostile.put("extended and long name", new RawTar().pax("path", "b")
                .add(new RawTar.Header('L', "l", "", 0, 2, 0, 0), new byte[] {'c', 0}).file("a", ""));
        hostile.put("extended before the end", new RawTar().pax("path", "b"));
        hostile.put("name ended twice", new RawTar().pax("path", "a\0b").file("a", ""));
        hostile.put("wrong length", new RawTar().pax("99 path=a\n".getBytes()).file("a", ""));
        hostile.put("huge header", new RawTar().add(new RawTar.Header('L', "l", "", 0, 8L << 30, 0, 0)));
        hostile.put("negative number", new RawTar().raw(changed(block -> block[124] = (byte) 0xff)));
        hostile.put("base 256", new RawTar().raw(changed(block -> block[124] = (byte) 0x80)));
        hostile.put("decimal", new RawTar().raw(changed(block -> block[134] = '9')));
        hostile.put("behind a name", new RawTar().raw(changed(block -> block[50] = 'x')));
        hostile.put("behind the prefix", new RawTar().raw(changed(block -> block[508] = 't')));
        hostile.put("not UTF-8", new RawTar().raw(changed(block -> block[0] = (byte) 0xc3)));
        hostile.put("no magic", new RawTar().raw(changed(block -> Arrays.fill(block, 257, 265, (byte) 0))));
        byte[] wrongSum = RawTar.block(RawTar.file("a", 0));
        wrongSum[0] = 'b';
        hostile.put("wrong sum", new RawTar().raw(wrongSum));
        for (Map.Entry<String, RawTar> each : hostile.entrySet()) {
            assertThat(refusal(each.getValue().ended())).as(each.getKey()).isNotBlank().doesNotContain("\n");
        }
        assertThat(hostile).hasSizeGreaterThan(60);
    }

    private interface Change {
        void make(byte[] block);
    }

    private static byte[] changed(Change change) {
        byte[] block = RawTar.block(RawTar.file("a", 0));
        change.make(block);
        return RawTar.summed(block);
    }

    @Test
    void whatFollowsTheEndIsRefused() throws Exception {
        byte[] tar = new RawTar().file("a", "x").ended();
        byte[] second = new RawTar().add(RawTar.device('4', "sda", 8, 0)).ended();
        assertThat(refusal(concat(tar, second))).contains("follows the end of the tar");
        assertThat(refusal(concat(Arrays.copyOf(tar, tar.length - 512), second))).as("one block of zeros")
                .contains("follows the end of the tar");
        assertThat(refusal(Arrays.copyOf(tar, tar.length - 512))).contains("ends too early");
        assertThat(refusal(Arrays.copyOf(tar, 700))).contains("ends too early");
        byte[] packed = Zstd.compress(tar);
        byte[] skippable = {0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4};
        assertThat(refusalOf(concat(packed, Zstd.compress(second)), LayerLimits.USUAL)).contains("follows its packed form");
        assertThat(refusalOf(concat(packed, skippable), LayerLimits.USUAL)).contains("follows its packed form");
        assertThat(refusalOf(concat(skippable, packed), LayerLimits.USUAL)).contains("not packed by Zstandard");
        assertThat(refusalOf(tar, LayerLimits.USUAL)).contains("not packed by Zstandard");
        assertThat(refusalOf(Arrays.copyOf(packed, packed.length - 3), LayerLimits.USUAL)).contains("ends too early");
    }

    @Test
    void whatUnpacksToTooMuchIsRefused() throws Exception {
        byte[] zeros = new RawTar().add(RawTar.file("zeros", 3_000_000), new byte[3_000_000]).ended();
        assertThat(refusalOf(Zstd.compress(zeros), LayerLimits.of(1_000_000))).contains("unpacks to more than 1 MB");
        LayerLimits few = new LayerLimits(1 << 30, 1_000_000, 250, 3, 1000, 8 << 20);
        assertThat(refusalOf(Zstd.compress(zeros), few)).as("more than 250 bytes of one").contains("unpacks to more than");
        assertThat(refusalOf(Zstd.compress(new RawTar().file("a/b/c/d", "").ended()), few)).contains("more than 3 files");
        assertThat(refusalOf(Zstd.compress(new RawTar().pax("path", "n/".repeat(600) + "x").file("x", "").ended()), few))
                .contains("more than 3 files");
        ByteArrayOutputStream wide = new ByteArrayOutputStream();
        try (ZstdOutputStream packed = new ZstdOutputStream(wide).setLong(22)) {
            packed.write(zeros);
        }
        assertThat(refusalOf(wide.toByteArray(), new LayerLimits(1 << 30, 1 << 30, 250, 3, 1000, 1 << 20))).contains("1 MiB of memory");
        byte[] dictionary = Zstd.compress(new byte[600]);
        dictionary[4] |= 1;
        assertThat(refusalOf(dictionary, LayerLimits.USUAL)).contains("dictionary");
    }

    @Test
    void theOwnNamesOfOtherProgramsAreShownWithoutWhatDirectsATerminal() throws Exception {
        assertThat(refusal(new RawTar().add(RawTar.device('4', "\u001b]0;x\u0007" + "a".repeat(80), 8, 0)).ended())).contains("(?]0;x?aaa")
                .doesNotContain("\u001b");
    }
}
