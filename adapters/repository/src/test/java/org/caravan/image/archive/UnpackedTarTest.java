package org.caravan.image.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.image.ImageFault;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedTarTest {

    private static final int ENTRIES = 20_000;
    private static final long BYTES = 100L << 20;

    @TempDir
    Path folder;

    private Path files;

    @BeforeEach
    void prepare() throws Exception {
        files = Files.createDirectory(folder.resolve("files"));
    }

    private List<UnpackedTar.Entry> read(RawTar tar) throws Exception {
        return UnpackedTar.read(Files.write(folder.resolve("body"), Tars.gzip(tar.ended())), files, ENTRIES, BYTES);
    }

    private ImageFault fault(RawTar tar) {
        ImageFault fault = catchThrowableOfType(ImageFault.class, () -> read(tar));
        assertThat(fault).hasMessageContaining("\nMaybe ").message().hasSizeLessThan(10_000).doesNotContain(folder.toString());
        return fault;
    }

    @Test
    void contentIsStoredUnderNumbers() throws Exception {
        List<UnpackedTar.Entry> entries = read(new RawTar().add(RawTar.folder("./")).add(RawTar.folder("./a/")).file("./a/b", "text")
                .add(RawTar.link('2', "c", "a/b")));
        assertThat(entries).extracting(entry -> entry.path() + " " + entry.type() + " " + entry.size() + " " + entry.target())
                .containsExactly("a FOLDER 0 ", "a/b FILE 4 ", "c LINK 0 a/b");
        assertThat(entries.get(1).content()).hasContent("text").hasParent(files);
    }

    /** Names are held in memory, and a name of many equal characters takes a few bytes of gzip. */
    @Test
    void longNamesAndTargetsAreRefused() throws Exception {
        String longest = "n".repeat(UnpackedTar.LONGEST_NAME);
        assertThat(read(new RawTar().pax("path", longest).file("a", "").pax("linkpath", longest).add(RawTar.link('2', "b", "x"))))
                .hasSize(2);
        assertThat(fault(new RawTar().pax("path", longest + "n").file("a", "")).kind()).isEqualTo(ImageFault.Kind.REFUSED);
        assertThat(fault(new RawTar().pax("linkpath", longest + "n").add(RawTar.link('2', "a", "x"))))
                .hasMessageContaining("link target of more than 4096 characters");
        assertThat(fault(new RawTar().pax("path", "./".repeat(200_000) + "a").file("a", "")).kind()).isEqualTo(ImageFault.Kind.REFUSED);
    }

    @Test
    void theNamesTogetherAreLimited() throws Exception {
        RawTar tar = new RawTar();
        String name = "n".repeat(UnpackedTar.LONGEST_NAME - 4);
        for (int number = 0; number < 4100; number++) {
            tar.pax("path", "%04d".formatted(number) + name).file("a", "");
        }
        assertThat(fault(tar)).hasMessageContaining("16777216");
    }

    /** Each is within the limit of a header, but the library keeps all of them. */
    @Test
    void globalHeadersTogetherAreLimited() {
        RawTar tar = new RawTar();
        for (int number = 0; number < 4; number++) {
            byte[] records = RawTar.record("key" + number, "v".repeat(400_000));
            tar.add(new RawTar.Header('g', "g", "", 0644, records.length, 0, 0), records);
        }
        assertThat(fault(tar.file("a", ""))).hasMessageContaining("global headers of more than 1048576 bytes");
    }

    /** The library reads the list of all holes before the content. */
    @Test
    void mapsOfSparseFilesAreLimited() {
        byte[] header = RawTar.block(new RawTar.Header('S', "a", "", 0644, 0, 0, 0));
        RawTar.put(header, 257, "ustar  \0", 8); // GNU's format
        RawTar old = new RawTar().raw(RawTar.summed(extended(header, 482)));
        byte[] map = extended(new byte[512], 504);
        for (int number = 0; number < 3000; number++) {
            old.raw(map);
        }
        assertThat(fault(old)).hasMessageContaining("too many holes");
        byte[] holes = ("1000000\n" + "0\n0\n".repeat(1_000_000)).getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        Map.of("GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "9", "GNU.sparse.name", "a")
                .forEach((key, value) -> records.writeBytes(RawTar.record(key, value)));
        RawTar posix = new RawTar().pax(records.toByteArray()).add(RawTar.file("a", holes.length), holes);
        assertThat(fault(posix)).hasMessageContaining("too many holes");
    }

    private static byte[] extended(byte[] block, int at) {
        block[at] = 1;
        return block;
    }

    @Test
    void aFaultOfTheDiskIsNotOneOfTheTar() throws Exception {
        Files.delete(files);
        assertThat(fault(new RawTar().file("a", "text")).kind()).isEqualTo(ImageFault.Kind.DAMAGED);
        Files.createDirectory(files);
        assertThat(fault(new RawTar().add(RawTar.file("a", 4000))).kind()).as("cut short").isEqualTo(ImageFault.Kind.REFUSED);
    }
}
