package org.caravan.adapter.testkit;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A provider on this machine, started by a program of {@code examples/clouds} once for all test classes of a module. A provider
 * that already ran stays running. If its machines cannot exist here, tests are skipped with the reason; if it fails to start, they
 * fail. The first start installs it, which takes minutes.
 */
public final class ControlPlane implements BeforeAllCallback {

    private static final Path PROGRAMS = Path.of(System.getProperty("caravan.clouds", "../../examples/clouds"));
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Time limit for a start; the first one installs everything. */
    private static final Duration SET_UP = Duration.ofMinutes(30);

    private final Path program;
    private final Path state;
    private Standing standing;

    /** Output of {@code status}. Stopped at the end of the tests if the tests started it. */
    private record Standing(ControlPlane plane, JsonNode status, boolean ours) implements AutoCloseable {
        @Override
        public void close() {
            if (ours) {
                plane.run("down");
            }
        }
    }

    /**
     * @param name name of the program and its folder: {@code openstack} or {@code ec2}; its state is in {@code data/} of the
     *     checkout
     */
    public ControlPlane(String name) {
        program = PROGRAMS.resolve(name).resolve(name).toAbsolutePath().normalize();
        state = Path.of("../../data").resolve(name).toAbsolutePath().normalize();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (!"root".equals(System.getProperty("user.name"))) {
            abort("the machines of " + program.getFileName() + " are containers, which need root");
        }
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(ControlPlane.class))
                .computeIfAbsent(program, key -> raise(), Standing.class);
    }

    private Standing raise() {
        boolean ours = !run("up").contains("stood already");
        JsonNode status = JSON.readTree(run("status", "--json"));
        Standing raised = new Standing(this, status, ours);
        if (!isLoopback(URI.create(status.path("endpoint").asString()))) {
            raised.close();
            throw new IllegalStateException("tests talk to loopback only, not to " + status.path("endpoint").asString());
        }
        return raised;
    }

    public static boolean isLoopback(URI endpoint) {
        return endpoint.getHost().startsWith("127.");
    }

    /**
     * Runs the program with these arguments.
     *
     * @return its output
     * @throws IllegalStateException if it fails, with its output
     */
    public String run(String... words) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--state", state.toString()));
        command.addAll(List.of(words));
        try {
            Path log = Files.createTempFile(program.getFileName().toString(), ".log");
            int exitCode = Lifetime.limited(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start(),
                    SET_UP).waitFor();
            String said = Files.readString(log);
            Files.delete(log);
            if (exitCode != 0) {
                throw new IllegalStateException(String.join(" ", command) + " ended with " + exitCode + ": " + said);
            }
            return said;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(String.join(" ", command), e);
        }
    }

    /** A text in the output of {@code status --json} after the start. */
    public String status(String key) {
        return standing.status().path(key).asString();
    }
}
