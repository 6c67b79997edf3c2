package org.caravan.adapter.microvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.testing.Lifetime;

/** The example's unikernel as an image, built where it is not yet. */
final class Unikernel {

    static final String NAME = "examples/unikernel";
    private static final Path SOURCE = Path.of("../../examples/unikernel");
    private static final Path KERNEL = SOURCE.resolve("target/unikernel.elf");

    private Unikernel() {}

    /** Why it cannot be had; empty where it is there. */
    static String whyNot() {
        try {
            if (!Files.isExecutable(Path.of("/usr/bin/qemu-system-x86_64"))) {
                return "qemu-system-x86 is not installed";
            }
            Process build = Lifetime.limited(new ProcessBuilder(SOURCE.resolve("build").toString()).redirectErrorStream(true).start());
            String said = new String(build.getInputStream().readAllBytes());
            return build.waitFor() == 0 ? "" : "the unikernel was not built: " + said;
        } catch (IOException | InterruptedException e) {
            return e.toString();
        }
    }

    static ImageRepository publish(Path folder) {
        ImageRepository repository = new ImageRepository(folder, Clock.systemUTC());
        try {
            Files.createDirectories(folder);
            ContentDigest digest = ContentDigest.of(KERNEL);
            Path staged = Files.copy(KERNEL, Files.createTempDirectory(folder, "staged").resolve("kernel"));
            repository.layers().keep(staged, ImageKind.UNIKERNEL, digest);
            repository.publish(new ImageManifest(NAME, ImageKind.UNIKERNEL, Architecture.AMD64,
                    List.of(new Layer(digest, Files.size(KERNEL))), List.of(), Map.of("GREETING", "Good day")));
            return repository;
        } catch (IOException e) {
            throw new IllegalStateException("the unikernel is not published", e);
        }
    }
}
