package org.caravan.adapter.lxc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.canonical.Digest;

/** Images of two layers in which busybox serves HTTP: small enough to be built in each run. */
final class TinyImage {

    static final String WEB = "tiny/web";
    /** Its command has no words with spaces, so that LXC starts it without a shell. */
    static final String PLAIN = "tiny/plain";

    private static final Path BUSYBOX = Path.of("/bin/busybox");
    private static final Path TINI = Path.of("/usr/bin/tini-static");

    private TinyImage() {}

    static String whyNot() {
        return Stream.of(BUSYBOX, TINI, Path.of("/usr/bin/zstd")).filter(file -> !Files.isExecutable(file))
                .map(file -> file + " is missing: install busybox-static, tini and zstd").findFirst().orElse("");
    }

    static void build(Path store) throws IOException, InterruptedException {
        Path base = Files.createTempDirectory("tiny-base");
        copy(BUSYBOX, base.resolve("bin/busybox"));
        copy(TINI, base.resolve("usr/bin/tini"));
        for (String name : List.of("sh", "httpd", "cat", "wget", "nc", "sleep", "id")) {
            Files.createSymbolicLink(base.resolve("bin").resolve(name), Path.of("busybox"));
        }
        write(base.resolve("srv/index.html"), "below\n");
        write(base.resolve("srv/gone.html"), "below\n");
        Path top = Files.createTempDirectory("tiny-top");
        write(top.resolve("srv/index.html"), "on top\n");
        run("mknod", top.resolve("srv/gone.html").toString(), "c", "0", "0");

        List<String> layers = new ArrayList<>();
        for (Path folder : List.of(base, top)) {
            layers.add(pack(store, folder));
            run("rm", "-rf", folder.toString());
        }
        publish(store, WEB, layers, "/bin/sh", "-c", "echo started \\\"by $TINY\\\"; exec httpd -f -p 80 -h /srv");
        publish(store, PLAIN, layers, "/bin/httpd", "-f", "-p", "80", "-h", "/srv");
    }

    private static String pack(Path store, Path folder) throws IOException, InterruptedException {
        Path packed = Files.createDirectories(store.resolve("layers")).resolve("packing");
        run("tar", "-I", "zstd -q", "--sort=name", "--mtime=@0", "--numeric-owner", "-C", folder.toString(), "-cf", packed.toString(), ".");
        String hex = Digest.of(Files.readAllBytes(packed));
        Files.move(packed, store.resolve("layers").resolve("sha256-" + hex + ".tar.zst"), StandardCopyOption.REPLACE_EXISTING);
        return hex;
    }

    private static void publish(Path store, String name, List<String> layers, String... start) throws IOException {
        write(store.resolve("manifests").resolve(name + ".json"), """
                {"name": "%s", "digest": "sha256:unread", "arch": "amd64", "layers": [%s], "start": [%s],
                 "env": {"TINY": "the image", "PATH": "/bin"}}
                """.formatted(name,
                layers.stream().map(hex -> "{\"digest\": \"sha256:" + hex + "\", \"size\": 1}").collect(Collectors.joining(", ")),
                Stream.of(start).map(word -> "\"" + word + "\"").collect(Collectors.joining(", "))));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException(String.join(" ", command));
        }
    }
}
