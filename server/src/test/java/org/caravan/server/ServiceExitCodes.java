package org.caravan.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Provokes the exit codes of services: of each kind a model that is planned, one that is deployed, and one that fails. */
final class ServiceExitCodes {

    private static final List<String> KINDS = List.of("web", "java", "redis", "mysql");

    private final ExitCodeWalk walk;
    private final Path folder;

    ServiceExitCodes(ExitCodeWalk walk, Path folder) {
        this.walk = walk;
        this.folder = folder;
    }

    /** The application that was deployed is destroyed again, because its data would keep its host from being drained. */
    void provoke() throws IOException {
        Path tar = BuiltImage.rootFileSystem(folder.resolve("engine.tar"));
        for (String kind : KINDS) {
            walk.ok("image import", tar.toString(), "--format", "rootfs", "--name", "caravan/services/" + kind, "--arch", "amd64",
                    "--start",
                    "/bin/start");
        }
        walk.run("service create", 2, "", words("web", "site", site(), "--plan-only", "--users", "street=5", "--require", "depot"));
        walk.run("service create", 2, "", words("java", "program", jar(), "--plan-only", "--users", "station"));
        walk.run("service create", 2, "", words("mysql", "records", Files.writeString(folder.resolve("a.sql"), "CREATE TABLE a (b int);")));
        walk.run("service create", 0, "", create("cache", "--auto-approve"));
        walk.ok("destroy", "cache", "--auto-approve");
    }

    /** Its process ends after each start. */
    void provokeFailure() {
        walk.run("service create", 3, "", create("crashing", "--auto-approve"));
    }

    private String[] create(String name, String... more) {
        return Stream.concat(Stream.of("redis", name, "-o", model(name)), Stream.of(more)).toArray(String[]::new);
    }

    private String[] words(String kind, String name, Path from, String... more) {
        return Stream.concat(Stream.of(kind, name, from.toString(), "-o", model(name)), Stream.of(more)).toArray(String[]::new);
    }

    private String model(String name) {
        return folder.resolve(name + ".caravan").toString();
    }

    private Path site() throws IOException {
        Path site = Files.createDirectories(folder.resolve("site"));
        Files.writeString(site.resolve("index.php"), "<?php echo 1;");
        return site;
    }

    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "app.Main");
        Path file = folder.resolve("program.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.putNextEntry(new ZipEntry("app/Main.class"));
            jar.write(new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 61});
        }
        return file;
    }
}
