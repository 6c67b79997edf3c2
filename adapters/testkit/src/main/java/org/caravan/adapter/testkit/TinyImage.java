package org.caravan.adapter.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.testing.Lifetime;

/** An image of two layers in which busybox serves HTTP; small enough to be built in each run. */
public final class TinyImage {

    public static final String WEB = "tiny/web";
    /** The same image with a command of plain words, which needs no shell. */
    public static final String PLAIN = "tiny/plain";
    /** Writes a line and ends with the exit code in its variable CODE. */
    public static final String ENDING = "tiny/ending";
    private static final Path BUSYBOX = Path.of("/bin/busybox");
    /** Init process with which LXC starts the command. */
    private static final Path TINI = Path.of("/usr/bin/tini-static");

    private TinyImage() {}

    /** Why the image cannot be built here; empty if it can. */
    public static String whyNot() {
        return Stream.of(BUSYBOX, TINI, Path.of("/usr/bin/zstd")).filter(file -> !Files.isExecutable(file))
                .map(file -> file + " is missing: install busybox-static, tini and zstd").findFirst().orElse("");
    }

    public static ImageRepository publish(Path store) {
        try {
            ImageRepository repository = new ImageRepository(store, Clock.systemUTC());
            Path base = Files.createTempDirectory("tiny-base");
            Files.createDirectories(base.resolve("bin"));
            Files.copy(BUSYBOX, base.resolve("bin/busybox"), StandardCopyOption.COPY_ATTRIBUTES);
            Files.createDirectories(base.resolve("usr/bin"));
            Files.copy(TINI, base.resolve("usr/bin/tini"), StandardCopyOption.COPY_ATTRIBUTES);
            for (String name : List.of("sh", "httpd", "cat", "sleep", "id", "wget", "nc")) {
                Files.createSymbolicLink(base.resolve("bin").resolve(name), Path.of("busybox"));
            }
            write(base.resolve("srv/index.html"), "below\n");
            write(base.resolve("srv/gone.html"), "below\n");
            Path top = Files.createTempDirectory("tiny-top");
            write(top.resolve("srv/index.html"), "on top\n");
            run("mknod", top.resolve("srv/gone.html").toString(), "c", "0", "0");
            List<Layer> layers = new ArrayList<>();
            for (Path folder : List.of(base, top)) {
                layers.add(pack(repository, store, folder));
                run("rm", "-rf", folder.toString());
            }
            repository.publish(new ImageManifest(WEB, ImageKind.CONTAINER, Architecture.AMD64, layers,
                    List.of("/bin/sh", "-c", "echo started \"by $TINY\"; exec httpd -f -p 80 -h /srv"),
                    Map.of("TINY", "the image", "PATH", "/bin")));
            repository.publish(new ImageManifest(PLAIN, ImageKind.CONTAINER, Architecture.AMD64, layers,
                    List.of("/bin/httpd", "-f", "-p", "80", "-h", "/srv"), Map.of("TINY", "the image", "PATH", "/bin")));
            repository.publish(new ImageManifest(ENDING, ImageKind.CONTAINER, Architecture.AMD64, layers,
                    List.of("/bin/sh", "-c", "echo \"ends with $CODE\"; exit $CODE"), Map.of("CODE", "7", "PATH", "/bin")));
            return repository;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the image is not built", e);
        }
    }

    private static Layer pack(ImageRepository repository, Path store, Path folder) throws IOException, InterruptedException {
        Path packed = Files.createDirectories(store).resolve("packing");
        run("tar", "-I", "zstd -q", "--sort=name", "--mtime=@0", "--numeric-owner", "-C", folder.toString(), "-cf", packed.toString(), ".");
        ContentDigest digest = ContentDigest.of(packed);
        Layer layer = new Layer(digest, Files.size(packed));
        repository.layers().keep(packed, ImageKind.CONTAINER, digest);
        return layer;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        if (Lifetime.limited(new ProcessBuilder(command).inheritIO().start()).waitFor() != 0) {
            throw new IOException(String.join(" ", command));
        }
    }
}
