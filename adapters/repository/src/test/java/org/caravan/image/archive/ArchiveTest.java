package org.caravan.image.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.canonical.Digest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Architecture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ArchiveTest {

    private static final long LIMIT = 10_000_000;

    @TempDir
    Path folder;

    private ImageRepository repository;
    private ImageImport importer;

    @BeforeEach
    void prepare() {
        repository = new ImageRepository(folder.resolve("images"), Clock.systemUTC());
        importer = new ImageImport(repository, folder.resolve("images/.incoming"));
    }

    private Incoming incoming(byte[] content, String name, Architecture architecture, long limit) throws Exception {
        return new Incoming(Files.write(folder.resolve("file"), content), Optional.ofNullable(name), Optional.ofNullable(architecture),
                List.of(), Map.of(), limit);
    }

    /** An OCI archive for amd64 of these layers. */
    private static byte[] oci(String config, byte[]... layers) throws Exception {
        Map<String, String> files = new LinkedHashMap<>();
        StringBuilder descriptors = new StringBuilder();
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (var tar = LayerWriter.tar(archive)) {
            for (byte[] layer : layers) {
                String hex = Digest.of(layer);
                descriptors.append(descriptors.isEmpty() ? "" : ",")
                        .append("{\"digest\": \"sha256:%s\", \"size\": %d}".formatted(hex, layer.length));
                var entry = new org.apache.commons.compress.archivers.tar.TarArchiveEntry("blobs/sha256/" + hex);
                entry.setSize(layer.length);
                tar.putArchiveEntry(entry);
                tar.write(layer);
                tar.closeArchiveEntry();
            }
            String manifest = "{\"config\": {\"digest\": \"sha256:%s\"}, \"layers\": [%s]}".formatted(Digest.of(config), descriptors);
            files.put("blobs/sha256/" + Digest.of(config), config);
            files.put("blobs/sha256/" + Digest.of(manifest), manifest);
            files.put("index.json", """
                    {"manifests": [{"digest": "sha256:%s", "annotations": {"io.containerd.image.name": "reg.example:5000/shop/web:1.2"}},
                     {"digest": "sha256:%s", "platform": {"architecture": "unknown", "os": "unknown"}}]}"""
                    .formatted(Digest.of(manifest), "0".repeat(64)));
            for (Map.Entry<String, String> file : files.entrySet()) {
                var entry = new org.apache.commons.compress.archivers.tar.TarArchiveEntry(file.getKey());
                entry.setSize(file.getValue().length());
                tar.putArchiveEntry(entry);
                tar.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                tar.closeArchiveEntry();
            }
        }
        return archive.toByteArray();
    }

    private static Map<String, String> files(String... namesAndContents) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < namesAndContents.length; i += 2) {
            files.put(namesAndContents[i], namesAndContents[i + 1]);
        }
        return files;
    }

    @Test
    void anOciArchiveBecomesAnImageWithItsDeletionsAsDevices() throws Exception {
        byte[] below = Tars.gzip(Tars.tar(files("./etc/", "", "etc/a", "1", "etc/b", "2", "opt/", "", "opt/old", "3", "opt/sub/", "",
                "opt/sub/x", "4",
                "var/", "", "var/gone/", "", "var/gone/y", "5", "usr/", "", "usr/bin/", "", "usr/bin/web", "ELF")));
        byte[] above = Tars.tar(files("etc/.wh.a", "", "etc/.wh.never", "", "opt/.wh..wh..opq", "", "opt/new", "6", "opt/sub/", "",
                "opt/sub/z", "7",
                "var/.wh.gone", "", "var/gone/", "", "var/gone/again", "8"));
        String config = """
                {"architecture": "amd64", "os": "linux", "config": {"Env": ["PATH=/usr/bin:/bin", "A=b=c"], "Entrypoint": ["web"], \
                "Cmd": ["--port", "80"], "User": "1000"}}""";
        Imported imported = importer.archive(incoming(oci(config, below, above), null, null, LIMIT));
        ImageManifest image = repository.manifest("shop/web", Architecture.AMD64);
        assertThat(imported.images()).containsExactly(image);
        assertThat(imported.notes()).singleElement().asString().startsWith("User 1000");
        assertThat(image.start()).containsExactly("/usr/bin/web", "--port", "80");
        assertThat(image.environment()).containsEntry("A", "b=c");
        assertThat(layer(image, 0)).contains("etc/", "etc/a=1", "opt/sub/x=4", "usr/bin/web=ELF");
        assertThat(layer(image, 1)).containsExactly("-etc/a", "-opt/old", "-opt/sub/x", "-var/gone/y", "opt/new=6", "opt/sub/",
                "opt/sub/z=7",
                "var/gone/", "var/gone/again=8");
        assertThat(image.layers().get(0).unpacked().orElseThrow().size()).isPositive();
        assertThat(folder.resolve("images/.incoming")).isEmptyDirectory();
    }

    /** In JSON; a start word may have tabs and line feeds, nothing else of the kind may come in. */
    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\u001b", "\\u007f", "\\u0085", "\\r", "\\u202e", "\\ud800"})
    void controlCharactersOfAnOciConfigurationAreRefused(String hostile) throws Exception {
        byte[] layer = Tars.tar(files("bin/", "", "bin/web", "ELF"));
        for (String config : List.of("\"Cmd\": [\"/bin/web\", \"a%sb\"]", "\"Entrypoint\": [\"/bin/web%s\"]",
                "\"Cmd\": [\"/bin/web\"], \"Env\": [\"A=%s\"]",
                "\"Cmd\": [\"/bin/web\"], \"Env\": [\"A%s=1\"]")) {
            byte[] archive = oci("{\"architecture\": \"amd64\", \"config\": {%s}}".formatted(config.formatted(hostile)), layer);
            ImageFault fault = catchThrowableOfType(ImageFault.class,
                    () -> importer.archive(incoming(archive, "shop/hostile", null, LIMIT)));
            assertThat(fault.kind()).as(config).isEqualTo(ImageFault.Kind.REFUSED);
            assertThat(fault).hasMessageContaining("has a character that no text of").hasMessageContaining("\nMaybe ");
            assertThat(repository.find("shop/hostile")).isEmpty();
        }
        Incoming announced = new Incoming(Files.write(folder.resolve("file"), layer), Optional.of("shop/hostile"),
                Optional.of(Architecture.AMD64),
                List.of("/bin/web", new JsonMapper().readTree("\"" + hostile + "\"").asString()), Map.of(), LIMIT);
        assertThat(catchThrowableOfType(ImageFault.class, () -> importer.rootfs(announced)).kind()).isEqualTo(ImageFault.Kind.REFUSED);
        assertThat(catchThrowableOfType(ImageFault.class, () -> importer.unikernel(announced)).kind()).isEqualTo(ImageFault.Kind.REFUSED);
    }

    /** Of what has no meaning with us only a note is left, and that is printable. */
    @Test
    void hostileUsersAndFoldersOfAnOciConfigurationBecomePrintableNotes() throws Exception {
        byte[] layer = Tars.tar(files("bin/", "", "bin/web", "ELF"));
        byte[] archive =
                oci("{\"architecture\": \"amd64\", \"config\": {\"Cmd\": [\"/bin/web\", \"several\\n\\tlines\"], \"User\": "
                + "\"\\u001b[2J\\u0000\", \"WorkingDir\": \"/a\\u0000b\"}}", layer);
        Imported imported = importer.archive(incoming(archive, "shop/web", null, LIMIT));
        assertThat(imported.notes()).hasSize(2).allSatisfy(note -> assertThat(note).doesNotContain("\0", "\u001b"));
        assertThat(imported.images().get(0).start()).containsExactly("/bin/web", "several\n\tlines");
    }

    private List<String> layer(ImageManifest image, int number) throws Exception {
        return Tars.layer(repository.layers().file(image, image.layers().get(number)));
    }

    @Test
    void whatGoesOutComesInAgainAsItWasAndTwiceTheSame() throws Exception {
        byte[] below = Tars.tar(files("etc/", "", "etc/a", "1", "etc/größe", "2"));
        byte[] above = Tars.tar(files("etc/.wh.a", "", "b", "3"));
        importer.archive(incoming(oci("{\"architecture\": \"amd64\", \"config\": {\"Cmd\": [\"/b\"]}}", below, above), "shop/first", null,
                LIMIT));
        ImageManifest first = repository.manifest("shop/first", Architecture.AMD64);
        ImageExport export = new ImageExport(repository, folder.resolve("images/.outgoing"));
        ByteArrayOutputStream once = new ByteArrayOutputStream();
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        export.write(first, "shop/again:latest", once);
        export.write(first, "shop/again:latest", twice);
        assertThat(once.toByteArray()).isEqualTo(twice.toByteArray());
        assertThat(Tars.said(new ByteArrayInputStream(once.toByteArray())))
                .anyMatch(line -> line.startsWith("manifest.json=[{\"Config\":\"blobs/sha256/")
                && line.contains("\"RepoTags\":[\"shop/again:latest\"]"));
        Imported again = importer.archive(incoming(once.toByteArray(), null, null, LIMIT));
        ImageManifest image = again.images().get(0);
        assertThat(image.name()).isEqualTo("shop/again");
        assertThat(image.start()).isEqualTo(first.start());
        assertThat(layer(image, 0)).isEqualTo(layer(first, 0));
        assertThat(layer(image, 1)).isEqualTo(layer(first, 1)).containsExactly("-etc/a", "b=3");
    }

    @Test
    void aTarballOfATreeBecomesAnImageWithoutItsDevices() throws Exception {
        byte[] tree = Tars.tar(files("./", "", "./bin/", "", "./bin/sh", "ELF"));
        importer.rootfs(incoming(Tars.gzip(tree), "shop/tree", Architecture.ARM64, LIMIT));
        assertThat(layer(repository.manifest("shop/tree", Architecture.ARM64), 0)).containsExactly("bin/", "bin/sh=ELF");
    }

    @Test
    void aKernelSaysItsArchitectureItself() throws Exception {
        byte[] elf = new byte[64];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 0, elf, 0, 7);
        elf[18] = (byte) 183;
        importer.unikernel(incoming(elf, "shop/uni", null, LIMIT));
        assertThat(repository.index("shop/uni").kind()).isEqualTo(ImageKind.UNIKERNEL);
        assertThat(repository.index("shop/uni").architectures()).containsExactly(Architecture.ARM64);
        assertThat(fault(() -> importer.unikernel(incoming(elf, "shop/uni", Architecture.AMD64, LIMIT))))
                .hasMessageContaining("for arm64, not for amd64");
        assertThat(fault(() -> importer.unikernel(incoming(new byte[64], "shop/raw", null, LIMIT)))).hasMessageContaining("--arch");
    }

    @Test
    void whatIsNotToBeTrustedIsRefusedAndLeavesNothing() throws Exception {
        byte[] layer = Tars.tar(files("a", "marked"));
        byte[] whole = oci("{\"architecture\": \"amd64\"}", layer);
        byte[] changed = new String(whole, StandardCharsets.ISO_8859_1).replace("marked", "forged").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(fault(() -> importer.archive(incoming(changed, "x", null, LIMIT)))).hasMessageContaining("has the digest");
        assertThat(fault(() -> importer.archive(incoming(Arrays.copyOf(whole, 3000), "x", null, LIMIT))).kind())
                .isEqualTo(ImageFault.Kind.REFUSED);
        assertThat(fault(() -> importer.archive(incoming(Tars.gzip(oci("{\"architecture\": \"amd64\"}",
                Tars.gzip(Tars.tar(files("bomb", "0".repeat(5_000_000)))))), "x", null, 1_000_000))))
                .hasMessageContaining("more than 1 MB");
        assertThat(fault(() -> importer.archive(incoming(oci("{\"architecture\": \"amd64\"}", Tars.tar(files("a/../../etc/passwd", "1"))),
                "x", null, LIMIT))))
                .hasMessageContaining("outside of itself");
        assertThat(fault(() -> importer.archive(incoming(oci("{\"architecture\": \"s390x\"}", layer), "x", null, LIMIT))))
                .hasMessageContaining("no image for linux");
        assertThat(fault(() -> importer.rootfs(incoming("no tar at all, but some words".repeat(50).getBytes(StandardCharsets.UTF_8), "x",
                Architecture.AMD64, LIMIT))))
                .hasMessageContaining("cannot be read as an image");
        assertThat(repository.all()).isEmpty();
        assertThat(folder.resolve("images/.incoming")).isEmptyDirectory();
    }

    private interface Call {
        void make() throws Exception;
    }

    private static ImageFault fault(Call call) {
        ImageFault fault = catchThrowableOfType(ImageFault.class, call::make);
        assertThat(fault).hasMessageContaining("\nMaybe ");
        return fault;
    }
}
