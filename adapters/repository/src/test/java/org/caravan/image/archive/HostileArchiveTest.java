package org.caravan.image.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.canonical.Digest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Architecture;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes as an archive or a tarball from outside: bombs, and what is taken out on the way in. */
class HostileArchiveTest {

    private static final long LIMIT = 10_000_000;

    @TempDir
    Path folder;

    private ImageRepository repository;
    private ImageImport importer;

    @BeforeEach
    void prepare() throws Exception {
        Files.createDirectories(folder.resolve("images/.incoming"));
        repository = new ImageRepository(folder.resolve("images"), Clock.systemUTC());
        importer = new ImageImport(repository, folder.resolve("images/.incoming"));
    }

    private Incoming incoming(byte[] content) throws Exception {
        return new Incoming(Files.write(folder.resolve("file"), content), Optional.of("shop/x"), Optional.of(Architecture.AMD64), List.of(),
                Map.of(), LIMIT);
    }

    private Imported rootfs(RawTar tar) throws Exception {
        return importer.rootfs(incoming(tar.ended()));
    }

    private String refusal(boolean archive, byte[] content) throws Exception {
        Incoming incoming = incoming(content);
        ImageFault fault = catchThrowableOfType(ImageFault.class, () -> {
            if (archive) {
                importer.archive(incoming);
            } else {
                importer.rootfs(incoming);
            }
        });
        assertThat(fault).hasMessageContaining("\nMaybe ");
        assertThat(fault.kind()).isEqualTo(ImageFault.Kind.REFUSED);
        assertThat(folder.resolve("images/.incoming")).isEmptyDirectory();
        assertThat(repository.layers().all()).isEmpty();
        return fault.getMessage();
    }

    private List<String> layer(Imported imported) throws Exception {
        return Tars.layer(repository.layers().file(imported.images().get(0), imported.images().get(0).layers().get(0)));
    }

    @Test
    void devicesRightsAndAttributesAreTakenOutAndReported() throws Exception {
        Imported imported = rootfs(new RawTar().add(RawTar.file("bin/su", 1).withMode(06755), new byte[] {'x'})
                .add(RawTar.device('4', "dev/sda", 8, 0))
                .pax("SCHILY.xattr.trusted.overlay.opaque", "y").add(RawTar.folder("etc/")).pax("SCHILY.xattr.security.capability", "c")
                .file("bin/ping", "y")
                .pax("SCHILY.xattr.user.note", "n").file("etc/a", "old").file("etc/a", "new").add(RawTar.link('2', "bin/sh", "su"))
                .add(RawTar.link('1', "bin/ash", "bin/sh")));
        assertThat(imported.notes()).containsExactlyInAnyOrder("1 device files (hosts give copies their own)",
                "1 set-user-ID and set-group-ID bits of files (copies cannot gain rights by them)",
                        "1 extended attributes trusted.overlay.opaque",
                "1 extended attributes security.capability");
        assertThat(layer(imported)).contains("bin/su=x", "etc/", "bin/ping=y", "etc/a=new").doesNotContain("etc/a=old")
                .filteredOn(line -> line.startsWith("bin/ash")).hasSize(1);
        assertThat(repository.layers().contents(imported.images().get(0).layers().get(0).digest()).privileged()).isZero();
    }

    @Test
    void whatLeavesTheTreeOrIsNoTreeIsRefused() throws Exception {
        assertThat(refusal(false, new RawTar().add(RawTar.link('2', "a", "/etc")).file("a/passwd", "x").ended()))
                .contains("(a/passwd) lies below (a), which is no folder");
        assertThat(refusal(false, new RawTar().add(RawTar.link('1', "a", "/etc/shadow")).ended()))
                .contains("the hard link (a) leads to (etc/shadow)");
        assertThat(refusal(false, new RawTar().add(new RawTar.Header('S', "a", "", 0644, 0, 0, 0)).ended())).contains("sparse");
        assertThat(refusal(false, new RawTar().file("a\u001b[2J", "x").ended())).contains("none that a file can have")
                .doesNotContain("\u001b");
    }

    /** A few bytes of gzip that would fill the memory of the server. */
    @Test
    void bombsAreRefused() throws Exception {
        byte[] header = new byte[3 << 20];
        for (char type : "LKxg".toCharArray()) {
            RawTar tar = new RawTar().add(new RawTar.Header(type, "l", "", 0644, header.length, 0, 0), header).file("a", "");
            assertThat(refusal(false, Tars.gzip(tar.ended()))).as("" + type).contains("extended header of 3145728 bytes");
            assertThat(refusal(true, Tars.gzip(tar.ended()))).as("archive " + type).contains("extended header of 3145728 bytes");
        }
        RawTar many = new RawTar();
        for (int number = 0; number < 19_000; number++) {
            many.add(RawTar.file("f", 0));
        }
        byte[] entries = many.bytes();
        assertThat(refusal(true, Tars.gzip(new RawTar().raw(entries).raw(Arrays.copyOf(entries, 2000 * 512)).ended())))
                .containsAnyOf("more than 20000 entries", "more than 10 MB");
    }

    /** One layer of 4 MB, named 100 times: each is within the limit, all of them are not. */
    @Test
    void layersOfOneArchiveShareTheLimit() throws Exception {
        byte[] layer = Tars.gzip(new RawTar().add(RawTar.file("zeros", 4_000_000), new byte[4_000_000]).ended());
        String config = "{\"architecture\": \"amd64\"}";
        String descriptor = "{\"digest\": \"sha256:" + Digest.of(layer) + "\"}";
        String manifest = "{\"config\": {\"digest\": \"sha256:%s\"}, \"layers\": [%s]}"
                .formatted(Digest.of(config), String.join(",", Collections.nCopies(100, descriptor)));
        Incoming incoming = incoming(archive(layer, config, manifest, "{\"manifests\": [{\"digest\": \"sha256:" + Digest.of(manifest)
                + "\"}]}"));
        assertThat(catchThrowableOfType(ImageFault.class, () -> importer.archive(incoming)))
                .hasMessageContaining("unpacks to more than 10 MB");
        assertThat(repository.all()).isEmpty();
    }

    /** Each index names the next one twice: 2 to the power of 30 of them in a few kilobytes. */
    @Test
    void indexesOfIndexesAreBounded() throws Exception {
        String inner = "{\"manifests\": []}";
        String[] blobs = new String[31];
        blobs[0] = inner;
        for (int depth = 1; depth <= 30; depth++) {
            String named = "{\"digest\": \"sha256:" + Digest.of(blobs[depth - 1]) + "\"}";
            blobs[depth] = "{\"manifests\": [" + named + "," + named + "]}";
        }
        assertThat(refusal(true, archive(new byte[1], "{}", blobs))).contains("indexes within each other");
    }

    /** @param texts kept by their digests; the last one is the index */
    private static byte[] archive(byte[] layer, String config, String... texts) {
        RawTar tar = new RawTar().add(RawTar.file("blobs/sha256/" + Digest.of(layer), layer.length), layer)
                .file("blobs/sha256/" + Digest.of(config), config);
        for (String text : texts) {
            tar.file("blobs/sha256/" + Digest.of(text), text);
        }
        return tar.file("index.json", texts[texts.length - 1]).ended();
    }

    @Test
    void theOtherFormIsBoundedToo() throws Exception {
        String layers = String.join(",", Collections.nCopies(200, "\"layer.tar\""));
        byte[] archive = new RawTar().file("config.json", "{\"architecture\": \"amd64\"}")
                .file("layer.tar", new String(new RawTar().ended(), StandardCharsets.ISO_8859_1))
                .file("manifest.json", "[{\"Config\": \"config.json\", \"RepoTags\": [], \"Layers\": [" + layers + "]}]").ended();
        assertThat(refusal(true, archive)).contains("has 200 layers");
    }
}
