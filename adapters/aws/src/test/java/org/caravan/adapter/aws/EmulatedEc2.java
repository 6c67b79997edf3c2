package org.caravan.adapter.aws;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The EC2 of examples/clouds/ec2, raised once for all test classes; one that stood before stays. Where it cannot be raised
 * the tests are skipped and say why. The first time takes minutes: it is installed then.
 */
final class EmulatedEc2 implements BeforeAllCallback {

    private static final Path PROGRAM = Path.of(System.getProperty("caravan.ec2", "../../examples/clouds/ec2/ec2"));
    private static final Path STATE = Path.of("../../data/ec2").toAbsolutePath().normalize();

    private static Standing standing;

    /** How it is used; ended by the end of the tests if they raised it. */
    record Standing(JsonNode connection, boolean ours) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            if (ours) {
                run("down");
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        String why = whyNot();
        if (!why.isEmpty()) {
            abort(why);
        }
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(EmulatedEc2.class))
                .computeIfAbsent("standing", key -> raise(), Standing.class);
    }

    private static String whyNot() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "the emulated EC2 needs root: its machines are containers";
        }
        return Files.isExecutable(PROGRAM) && Files.exists(Path.of("/usr/bin/lxc-start")) ? ""
                : "the emulated EC2 needs lxc and " + PROGRAM.toAbsolutePath() + " (-Dcaravan.ec2=PROGRAM)";
    }

    private static Standing raise() {
        try {
            boolean ours = run("status") != 0;
            if (ours && run("up") != 0) {
                throw new IllegalStateException("see " + STATE.resolve("up.log"));
            }
            JsonNode connection = JsonMapper.builder().build().readTree(Files.readString(STATE.resolve("connection.json")));
            if (!isLoopback(URI.create(connection.path("endpoint").asString()))) {
                throw new IllegalStateException("tests talk to loopback only, not to " + connection.path("endpoint").asString());
            }
            return new Standing(connection, ours);
        } catch (Exception e) {
            throw new IllegalStateException("the emulated EC2 is not raised: " + e.getMessage(), e);
        }
    }

    static boolean isLoopback(URI endpoint) {
        return endpoint.getHost().startsWith("127.");
    }

    /** The exit code. */
    private static int run(String verb) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "--state", STATE.toString(), verb));
        Files.createDirectories(STATE);
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(STATE.resolve(verb + ".log").toFile()).start().waitFor();
    }

    static JsonNode connection() {
        return standing.connection();
    }

    static String connection(String key) {
        return connection().path(key).asString();
    }
}
