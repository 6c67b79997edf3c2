package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server that is killed in the middle of a deployment is started again on the same data, and ends what it began. */
@Tag("long")
class KillTest {

    private static final Pattern URL = Pattern.compile("at http://127\\.0\\.0\\.1:(\\d+)/");

    @TempDir
    Path data;

    @Test
    void aKilledServerConvergesAfterItsRestart() throws Exception {
        Process first = Server.process(data);
        try {
            Client client = client(first);
            beginDeployment(client);
        } finally {
            first.destroyForcibly().waitFor();
        }
        Process second = Server.process(data);
        try {
            Client client = client(second);
            converges(client);
        } finally {
            second.destroyForcibly().waitFor();
        }
    }

    /** Until its first step is done. */
    static void beginDeployment(Client client) {
        client.put("infrastructure", Server.files("sites.caravan"));
        client.put("applications/sock-shop/model", Server.files("shop.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
        client.expect(200, "POST", "applications/sock-shop/plans", null);
        client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null);
        client.await("applications/sock-shop/deployments/latest", deployment -> deployment.path("steps").valueStream()
                .anyMatch(step -> step.path("state").asString().equals("DONE")));
    }

    static void converges(Client client) {
        JsonNode deployment = client.await("applications/sock-shop/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(deployment.path("state").asString()).as(deployment.toString()).isEqualTo("DONE");
        assertThat(client.get("applications/sock-shop").path("state").asString()).isEqualTo("RUNNING");
        assertThat(client.get("applications/sock-shop/drift").path("changes").asBoolean()).isFalse();
        assertThat(client.get("applications/sock-shop/deployments").size()).isEqualTo(1);
    }

    /** Reads on in the background afterwards, or the pipe would fill and stop the server. */
    private Client client(Process server) throws IOException {
        return client(server, data);
    }

    /** For a server in a process of its own; waits until it says where it is. */
    static Client client(Process server, Path data) throws IOException {
        return client(server, data, ignored -> {});
    }

    /** @param told each line of its log, also those from now on */
    static Client client(Process server, Path data, Consumer<String> told) throws IOException {
        BufferedReader log = server.inputReader();
        StringBuilder said = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            told.accept(line);
            said.append(line).append('\n');
            Matcher url = URL.matcher(line);
            if (url.find()) {
                Thread reader = new Thread(() -> readOn(log, told), "log");
                reader.setDaemon(true);
                reader.start();
                return new Client(Integer.parseInt(url.group(1)), Server.token(data));
            }
        }
        throw new AssertionError("the server ended:\n" + said);
    }

    private static void readOn(BufferedReader log, Consumer<String> told) {
        try {
            log.lines().forEach(told);
        } catch (UncheckedIOException e) {
            // The log is closed with its process.
        }
    }
}
