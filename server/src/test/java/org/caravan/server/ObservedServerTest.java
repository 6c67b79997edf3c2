package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server in a process of its own, as those see it who run it: its log for programs, and its health. */
@Tag("long")
class ObservedServerTest {

    @Test
    void theLogIsJsonWithDeploymentsAndStepsAndHealthSaysWhatIsWrong(@TempDir Path data) throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Process server = Server.process(data, "--caravan.log=json", "--logging.level.org.caravan.execution=debug");
        try {
            Client client = KillTest.client(server, data, lines::add);
            assertThat(client.open("health").path("parts").isMissingNode()).as("without a token").isTrue();
            JsonNode health = client.await("health", answer -> answer.hasNonNull("lookedAt"));
            assertThat(health.path("status").asString()).as(health.toString()).isEqualTo("UP");
            assertThat(health.path("parts").valueStream().map(part -> part.path("name").asString()))
                    .containsExactly("broker", "database", "disk", "journal", "records", "samples");

            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String plan = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
            String id = client.expect(202, "POST", "applications/sock-shop/plans/" + plan + "/approval", null).path("deploymentId")
                    .asString();
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
            // Its log is read here by a thread of its own, which may be behind.
            client.await("health", any -> lines.stream().anyMatch(line -> line.contains("CREATE frontend:1")));
            List<JsonNode> read = lines.stream().filter(line -> line.startsWith("{")).map(line -> Json.mapper().readTree(line)).toList();
            assertThat(read).anySatisfy(line -> {
                assertThat(line.path("message").asString()).contains("CREATE frontend:1");
                assertThat(line.path("deployment").asString()).isEqualTo(id);
                assertThat(line.path("application").asString()).isEqualTo("sock-shop");
                assertThat(line.path("step").asString()).matches("\\d+");
            });
            assertThat(read).anySatisfy(line -> assertThat(line.path("planning").asString()).matches("\\d+"));

            breakTheJournal(data);
            assertThat(client.await("health", answer -> answer.path("status").asString().equals("DEGRADED")).path("parts").valueStream()
                    .filter(part -> !part.path("well").asBoolean()).map(part -> part.path("name").asString())).containsExactly("journal");
            assertThat(client.open("health").toString()).contains("DEGRADED").doesNotContain("journal");
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    /** As a fault of the disk might. */
    private static void breakTheJournal(Path data) throws Exception {
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("runs.db")); Statement statement =
                journal.createStatement()) {
            statement.execute("pragma busy_timeout = 10000");
            statement.execute("alter table runs rename to runs_gone");
        }
    }
}
