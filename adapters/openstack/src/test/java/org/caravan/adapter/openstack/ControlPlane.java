package org.caravan.adapter.openstack;

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
 * The real control plane of examples/clouds/openstack, raised once for all test classes; one that stood before stays.
 * Where it cannot be raised the tests are skipped and say why. The first time takes minutes: it is installed then.
 */
final class ControlPlane implements BeforeAllCallback {

    private static final Path PROGRAM = Path.of(System.getProperty("caravan.openstack", "../../examples/clouds/openstack/openstack"));
    private static final Path STATE = Path.of("../../data/openstack").toAbsolutePath().normalize();

    private static Standing standing;

    /** What `status` says of it; ended by the end of the tests if they raised it. */
    record Standing(JsonNode status, boolean ours) implements AutoCloseable {
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
        standing = context.getRoot().getStore(ExtensionContext.Namespace.create(ControlPlane.class))
                .computeIfAbsent("standing", key -> raise(), Standing.class);
    }

    private static String whyNot() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "the control plane needs root: its machines are containers";
        }
        if (!Files.isExecutable(PROGRAM)) {
            return "no control plane in " + PROGRAM.toAbsolutePath() + " (-Dcaravan.openstack=PROGRAM)";
        }
        if (!Files.exists(Path.of("/usr/sbin/mariadbd")) || !Files.exists(Path.of("/usr/bin/lxc-start"))) {
            return "the control plane needs mariadbd and lxc";
        }
        return "";
    }

    private static Standing raise() {
        try {
            boolean ours = !run("up").contains("stood already");
            JsonNode status = JsonMapper.builder().build().readTree(run("status", "--json"));
            if (!URI.create(status.path("endpoint").asString()).getHost().startsWith("127.")) {
                throw new IllegalStateException("tests talk to loopback only, not to " + status.path("endpoint").asString());
            }
            return new Standing(status, ours);
        } catch (Exception e) {
            throw new IllegalStateException("the control plane is not raised: " + e.getMessage(), e);
        }
    }

    /** What it printed. */
    static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "--state", STATE.toString()));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile("openstack", ".log");
        int exitCode = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        String said = Files.readString(log);
        Files.delete(log);
        if (exitCode != 0) {
            throw new IllegalStateException(command + ": " + said);
        }
        return said;
    }

    static String status(String key) {
        return standing.status().path(key).asString();
    }
}
