package org.caravan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.caravan.infrastructure.Architecture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageRepositoryTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir
    Path folder;

    private ImageRepository repository(Instant now) {
        return new ImageRepository(folder, Clock.fixed(now, ZoneOffset.UTC));
    }

    private Layer layer(String content, ImageKind kind) throws Exception {
        Path staged = Files.write(folder.resolve("staged"), kind == ImageKind.CONTAINER ? packed(content)
                : content.getBytes(StandardCharsets.UTF_8));
        ContentDigest digest = ContentDigest.of(staged);
        repository(NOW).layers().keep(staged, kind, digest);
        return new Layer(digest, content.length(), Optional.of(new Layer.Unpacked(digest, 9)));
    }

    /** A layer of one empty file. */
    private static byte[] packed(String file) throws Exception {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar)) {
            out.putArchiveEntry(new TarArchiveEntry(file));
            out.closeArchiveEntry();
        }
        return Zstd.compress(tar.toByteArray());
    }

    private ImageManifest image(String name, Architecture architecture, Layer... layers) {
        return new ImageManifest(name, ImageKind.CONTAINER, architecture, List.of(layers), List.of("/bin/web"), Map.of("B", "2", "A", "1"));
    }

    private void manifest(String text) throws Exception {
        Files.createDirectories(folder.resolve("manifests/shop"));
        Files.writeString(folder.resolve("manifests/shop/web.json"), text);
    }

    @Test
    void oneNameHasOneImagePerArchitectureAndTheNewerReplacesTheOlder() throws Exception {
        Layer below = layer("below", ImageKind.CONTAINER);
        Layer above = layer("above", ImageKind.CONTAINER);
        ImageRepository repository = repository(NOW);
        repository.publish(image("shop/web", Architecture.ARM64, below));
        repository.publish(image("shop/web", Architecture.AMD64, below));
        repository.publish(image("shop/web", Architecture.AMD64, below, above));
        assertThat(repository.all()).containsExactly(new ImageIndex("shop/web",
                List.of(image("shop/web", Architecture.AMD64, below, above), image("shop/web", Architecture.ARM64, below))));
        assertThat(repository.manifest("shop/web", Architecture.AMD64).layerNames())
                .isEqualTo(below.digest().hex() + " " + above.digest().hex());
    }

    @Test
    void readsTheOlderFormOfAManifest() throws Exception {
        manifest("""
                {"name": "shop/web", "digest": "sha256:00", "arch": "arm64", "layers": [{"digest": "sha256:%s", "size": 7}],
                 "start": ["/bin/web", "--port 80"], "env": {"A": "b"}}""".formatted("c".repeat(64)));
        assertThat(repository(NOW).index("shop/web").manifests()).containsExactly(new ImageManifest("shop/web", ImageKind.CONTAINER,
                Architecture.ARM64, List.of(new Layer(new ContentDigest("c".repeat(64)), 7)), List.of("/bin/web", "--port 80"),
                        Map.of("A", "b")));
    }

    /** The figure is what image-build's `digest_of` makes of the same image: both sides must call it the same. */
    @Test
    void theDigestIsTheOneThatImageBuildWrites() {
        Layer layer = new Layer(new ContentDigest("a".repeat(64)), 1);
        assertThat(new ImageManifest("x", ImageKind.CONTAINER, Architecture.AMD64, List.of(layer), List.of("/bin/größe", "a\"b"),
                Map.of("K", "v/w", "E", "")).digest())
                        .hasToString("sha256:61d9544dae41c002a90637b732dfbff0501a2532a743088640915dce047d115c");
    }

    @Test
    void aUnikernelIsOneKernelAndNotTheSameAsAContainer() throws Exception {
        Layer kernel = layer("ELF", ImageKind.UNIKERNEL);
        ImageManifest image = new ImageManifest("shop/uni", ImageKind.UNIKERNEL, Architecture.AMD64, List.of(kernel), List.of(), Map.of());
        repository(NOW).publish(image);
        assertThat(repository(NOW).index("shop/uni").manifests()).containsExactly(image);
        assertThat(repository(NOW).layers().file(image, kernel)).hasFileName("sha256-" + kernel.digest().hex() + ".kernel")
                .hasContent("ELF");
        assertThat(image.digest()).isNotEqualTo(
                new ImageManifest("x", ImageKind.CONTAINER, Architecture.AMD64, List.of(kernel), List.of(), Map.of()).digest());
        assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> new ImageManifest("x", ImageKind.UNIKERNEL,
                Architecture.AMD64, List.of(), List.of(), Map.of()))).hasMessageContaining("one kernel");
        ImageManifest container = image("shop/uni", Architecture.ARM64);
        assertThat(fault(() -> repository(NOW).publish(container)).kind()).isEqualTo(ImageFault.Kind.REFUSED);
    }

    @Test
    void saysWhatIsWrongWithAnImage() throws Exception {
        ImageRepository repository = repository(NOW);
        assertThat(fault(() -> repository.index("shop/none")))
                .hasMessage(
                "The image (shop/none) is not in the repository of the server.\nMaybe import it: caravan image import FILE --name "
                + "shop/none.");
        assertThat(fault(() -> repository.index("../web"))).hasMessageContaining("not a valid image name");
        assertThat(fault(() -> repository.publish(image("../web", Architecture.AMD64)))).hasMessageContaining("not a valid image name");
        assertThat(fault(() -> repository.publish(image("shop/web", Architecture.AMD64, new Layer(new ContentDigest("a".repeat(64)), 1)))))
                .hasMessageContaining("lacks its layer");
        for (String broken : List.of("{", "{\"layers\": [{\"digest\": \"sha256:../../etc\"}]}", "{\"images\": []}",
                "{\"arch\": \"riscv64\"}",
                "{\"arch\": \"amd64\", \"layers\": [], \"start\": [\"/x\", \"a\\u0000b\"]}",
                        "{\"arch\": \"amd64\", \"layers\": [], \"start\": [\"/x\"], \"env\": {\"A\": \"\\u001b[2J\"}}",
                "{\"arch\": \"amd64\", \"layers\": [], \"start\": [\"/x\"], \"env\": {\"A\\u0000\": \"1\"}}",
                        "{\"arch\": \"amd64\", \"layers\": [], \"start\": [\"/x\"], \"env\": {\"A B\": \"1\"}}")) {
            manifest(broken);
            assertThat(fault(() -> repository.index("shop/web"))).hasMessageContaining("is damaged");
        }
        assertThat(repository.all()).isEmpty();
    }

    @Test
    void onlyWhatNoImageNamesAndNobodyClaimedIsCollected() throws Exception {
        Layer used = layer("used", ImageKind.CONTAINER);
        Layer left = layer("left", ImageKind.UNIKERNEL);
        Layer claimed = layer("claimed", ImageKind.CONTAINER);
        Instant later = NOW.plus(Duration.ofHours(25));
        LayerFolder layers = repository(later).layers();
        assertThat(layers.collect(Set.of(used.digest()), NOW)).isEmpty();
        assertThat(layers.claim(claimed.digest())).isTrue();
        assertThat(layers.collect(Set.of(used.digest()), later.minus(Duration.ofHours(24))))
                .extracting(LayerFolder.Kept::digest).containsExactly(left.digest());
        assertThat(layers.all()).extracting(LayerFolder.Kept::digest).containsExactlyInAnyOrder(used.digest(), claimed.digest());
    }

    private static ImageFault fault(Runnable call) {
        ImageFault fault = catchThrowableOfType(ImageFault.class, call::run);
        assertThat(fault).hasMessageContaining("\nMaybe ");
        return fault;
    }
}
