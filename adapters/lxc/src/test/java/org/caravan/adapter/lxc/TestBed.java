package org.caravan.adapter.lxc;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Machine;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The emulated pair of sites, raised once for all test classes and removed at the end. Where it cannot be raised the
 * tests are skipped and say why. Set {@code -Dcaravan.testbed=FOLDER} if it lies elsewhere.
 */
final class TestBed implements BeforeAllCallback {

    private static final Path TESTBED = Path.of(System.getProperty("caravan.testbed", "../../examples/testbed"));
    private static final Path STATE = Path.of("target/testbed").toAbsolutePath();
    private static final String CREDENTIALS = "bed";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static Standing standing;

    /** The bed while it stands, with a shell to its nodes. */
    record Standing(SshShell shell, Path images) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            shell.close();
            testbed("down");
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String why = whyNot();
        if (!why.isEmpty()) {
            abort(why);
        }
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(TestBed.class))
                .computeIfAbsent("standing", key -> raise(), Standing.class);
    }

    private static String whyNot() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "the test bed needs root: it makes network namespaces and starts containers";
        }
        if (!Files.isExecutable(TESTBED.resolve("testbed"))) {
            return "no test bed in " + TESTBED.toAbsolutePath() + " (-Dcaravan.testbed=FOLDER)";
        }
        return TinyImage.whyNot();
    }

    private static Standing raise() {
        try {
            testbed("up");
            Path own = Files.createDirectories(Path.of("target/credentials").resolve(CREDENTIALS));
            Files.writeString(own.resolve("user"), "root\n");
            Files.write(own.resolve("known_hosts"), Files.readAllBytes(STATE.resolve("known_hosts")));
            Path key = own.resolve("id_ed25519");
            Files.write(key, Files.readAllBytes(STATE.resolve("id_ed25519")));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            Path images = Path.of("target/images").toAbsolutePath();
            TinyImage.build(images);
            return new Standing(new SshShell(SshSettings.of(own.getParent())), images);
        } catch (Exception e) {
            throw new IllegalStateException("the test bed is not raised: " + e.getMessage(), e);
        }
    }

    private static void testbed(String verb) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(TESTBED.resolve("testbed").toString(), "--prefix", "adt",
                "--mgmt", "198.18.254.0/24", "--state", STATE.toString(), verb));
        if (verb.equals("up")) {
            command.add(TESTBED.resolve("pair.toml").toString());
        }
        Path log = Path.of("target/testbed-" + verb + ".log").toAbsolutePath();
        int exitCode = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("testbed " + verb + ": " + Files.readString(log));
        }
    }

    static SshShell shell() {
        return standing.shell();
    }

    static Path images() {
        return standing.images();
    }

    static Host east() {
        return new Host("pi-east-1", "raspberry-pi-3", "lxc", "198.18.254.11", 22, CREDENTIALS);
    }

    static Host west() {
        return new Host("pi-west-1", "raspberry-pi-3", "lxc", "198.18.254.12", 22, CREDENTIALS);
    }

    /** Runs a script on a node beside the adapter under test; its output, stripped. Fails with what it said. */
    static String on(Host host, String script) {
        Machine machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
        var result = standing.shell().run(machine, "bash -eu -s", script.getBytes(StandardCharsets.UTF_8), TIMEOUT);
        if (!result.succeeded()) {
            throw new AssertionError(script + "\n" + result);
        }
        return result.output().strip();
    }
}
