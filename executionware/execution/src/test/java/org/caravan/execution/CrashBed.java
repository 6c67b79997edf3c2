package org.caravan.execution;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.canonical.Digest;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The emulated pair of sites with an image that serves HTTP; where it cannot be raised the test is skipped and says why. */
final class CrashBed implements BeforeEachCallback, AfterEachCallback {

    static final String IMAGE = "tiny/web";
    static final Path CREDENTIALS = Path.of("target/crash/credentials").toAbsolutePath();
    static final Path IMAGES = Path.of("target/crash/images").toAbsolutePath();

    private static final Path TESTBED = Path.of(System.getProperty("caravan.testbed", "../../examples/testbed"));
    private static final Path STATE = Path.of("target/crash/testbed").toAbsolutePath();
    private static final List<Path> TOOLS =
            List.of(Path.of("/bin/busybox"), Path.of("/usr/bin/tini-static"), Path.of("/usr/bin/zstd"), TESTBED.resolve("testbed"));

    static Infrastructure infrastructure() {
        return new Infrastructure("pair", List.of(new HostType("pi", Architecture.AMD64, new MilliCores(4000), Bytes.ofMebi(1024),
                Bytes.ofMebi(32_000), MonthlyCost.ZERO)), List.of(site("east", 1), site("west", 2)));
    }

    private static Site site(String id, int index) {
        Isp fibre = new Isp("Fibre", Map.of(IpFamily.IPV4, new Subnet("10.1." + index + ".0/24", "10.1." + index + ".1")));
        Host host = new Host("pi-" + id + "-1", "pi", "lxc", "198.18.70.1" + index, 22, "bed");
        return new Site(id, SiteKind.EDGE, "NO", new Position(60, 5), List.of(fibre), List.of(host), Optional.empty());
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        Optional<Path> missing = TOOLS.stream().filter(file -> !Files.isExecutable(file)).findFirst();
        if (!"root".equals(System.getProperty("user.name")) || missing.isPresent()) {
            String why = missing.map(file -> file + " is missing").orElse("the test bed needs root");
            abort(why);
        }
        testbed("up", TESTBED.resolve("pair.toml").toString());
        buildImage();
        Path own = Files.createDirectories(CREDENTIALS.resolve("bed"));
        Files.writeString(own.resolve("user"), "root\n");
        Files.write(own.resolve("known_hosts"), Files.readAllBytes(STATE.resolve("known_hosts")));
        Files.write(own.resolve("id_ed25519"), Files.readAllBytes(STATE.resolve("id_ed25519")));
        Files.setPosixFilePermissions(own.resolve("id_ed25519"), PosixFilePermissions.fromString("rw-------"));
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        testbed("down");
    }

    /** What the command wrote. */
    static String testbed(String... verb) throws IOException, InterruptedException {
        Files.createDirectories(STATE);
        return run(command(verb));
    }

    static List<String> command(String... verb) {
        List<String> command = new ArrayList<>(List.of(TESTBED.resolve("testbed").toString(), "--prefix", "cvx",
                "--mgmt", "198.18.70.0/24", "--state", STATE.toString()));
        command.addAll(List.of(verb));
        return command;
    }

    /** One layer in which busybox serves HTTP on the port that the variable PORT says. */
    private static void buildImage() throws IOException, InterruptedException {
        Path root = Files.createTempDirectory("tiny");
        Path bin = Files.createDirectories(root.resolve("bin"));
        Files.copy(TOOLS.get(0), bin.resolve("busybox"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(TOOLS.get(1), Files.createDirectories(root.resolve("usr/bin")).resolve("tini"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String name : List.of("sh", "httpd", "wget", "nc", "cat")) {
            Files.createSymbolicLink(bin.resolve(name), Path.of("busybox"));
        }
        Files.writeString(Files.createDirectories(root.resolve("srv")).resolve("index.html"), "here\n");
        Path layers = Files.createDirectories(IMAGES.resolve("layers"));
        Path packed = layers.resolve("packing");
        run(List.of("tar", "-I", "zstd -q", "--sort=name", "--mtime=@0", "-C", root.toString(), "-cf", packed.toString(), "."));
        String hex = Digest.of(Files.readAllBytes(packed));
        Files.move(packed, layers.resolve("sha256-" + hex + ".tar.zst"), StandardCopyOption.REPLACE_EXISTING);
        run(List.of("rm", "-rf", root.toString()));
        Path manifest = IMAGES.resolve("manifests").resolve(IMAGE + ".json");
        Files.createDirectories(manifest.getParent());
        Files.writeString(manifest, """
                {"name": "%s", "digest": "sha256:unread", "arch": "amd64", "layers": [{"digest": "sha256:%s", "size": 1}],
                 "start": ["/bin/sh", "-c", "exec httpd -f -p $PORT -h /srv"], "env": {"PATH": "/bin"}}
                """.formatted(IMAGE, hex));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("crash-bed", ".log");
        int exitCode = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        String said = Files.readString(log);
        Files.delete(log);
        if (exitCode != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said);
        }
        return said;
    }
}
