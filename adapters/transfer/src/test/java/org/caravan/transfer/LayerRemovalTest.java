package org.caravan.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layers that nobody uses any more, with the real script, on a folder in place of a host. */
class LayerRemovalTest {

    private static final Host HOST = new Host("pi-1", "pi-3", "lxc", "127.0.0.1", 22, "bed");
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path folder;

    private Path node;
    private ImageDelivery delivery;

    @BeforeEach
    void prepare() throws IOException {
        node = Files.createDirectories(folder.resolve("node"));
        delivery = new ImageDelivery(new LocalShell(node), new ImageRepository(folder.resolve("images"), Clock.systemUTC()),
                folder.resolve("differences"), TransferSettings.DEFAULT, TransferRate.UNLIMITED, progress -> { });
    }

    private ContentDigest layer(String digit, Duration age) throws IOException {
        ContentDigest digest = new ContentDigest(digit.repeat(64));
        for (String form : List.of("layers", "shifted")) {
            Path layer = Files.createDirectories(node.resolve(form).resolve(digest.hex()));
            Files.write(layer.resolve("content"), new byte[10_000]);
            Files.setLastModifiedTime(layer, FileTime.from(Instant.now().minus(age)));
        }
        Files.write(Files.createDirectories(node.resolve("packed")).resolve(digest.hex() + ".tar.zst"), new byte[10_000]);
        return digest;
    }

    @Test
    void onlyWhatNobodyUsesWantsOrHadALittleWhileAgoIsRemoved() throws IOException {
        ContentDigest ofACopy = layer("a", Duration.ofHours(2));
        ContentDigest ofAHalfMadeCopy = layer("b", Duration.ofHours(2));
        ContentDigest kept = layer("c", Duration.ofHours(2));
        ContentDigest young = layer("d", Duration.ofMinutes(30));
        ContentDigest unused = layer("e", Duration.ofHours(2));
        copy("docker/shop.web.1.7", ofACopy);
        copy("microvm/.caravan.shop.web.1.8", ofAHalfMadeCopy);
        assertThat(delivery.removeLayers(HOST, Set.of(kept), HOUR).value()).isGreaterThanOrEqualTo(30_000);
        assertThat(delivery.layers(HOST)).containsExactlyInAnyOrder(ofACopy, ofAHalfMadeCopy, kept, young);
        try (var left = Files.walk(node)) {
            assertThat(left.map(Path::toString)).noneMatch(path -> path.contains(unused.hex()));
        }
        assertThat(delivery.removeLayers(HOST, Set.of(kept), HOUR).value()).as("a second time").isZero();
    }

    @Test
    void whileACopyDoesNotSayWhatItIsMadeOfNothingIsRemoved() throws IOException {
        ContentDigest unused = layer("e", Duration.ofHours(2));
        copy("docker/shop.web.1.7", null);
        assertThat(delivery.removeLayers(HOST, Set.of(), HOUR).value()).isZero();
        assertThat(delivery.layers(HOST)).containsExactly(unused);
    }

    private void copy(String path, ContentDigest layer) throws IOException {
        Path facts = Files.createDirectories(node.resolve(path)).resolve("caravan");
        Files.writeString(facts, "spec abc\nport 80\n" + (layer == null ? "" : "layer " + layer.hex() + "\n"));
    }
}
