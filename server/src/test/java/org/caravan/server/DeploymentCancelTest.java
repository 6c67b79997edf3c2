package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.caravan.json.Json;
import org.caravan.testing.postgres.Postgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;

/** A deployment in its middle is cancelled, held, and resumed: at one server, over its end, and by a server that does not lead. */
class DeploymentCancelTest {

    private static final String DEPLOYMENTS = "applications/sock-shop/deployments/";
    private static final String BY = "It was cancelled by owner of the token file.";

    @TempDir
    Path data;

    @Test
    void itIsHeldAndGoesOnWhenItIsResumed() throws Exception {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            KillTest.beginDeployment(client);
            HttpResponse<String> answer = client.send(client.request(DEPLOYMENTS + "latest", "DELETE", null)
                    .header("Authorization", "Bearer " + client.token));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            assertThat(answer.headers().firstValue("Location")).contains("/api/v1/" + DEPLOYMENTS + "1");
            assertThat(Json.mapper().readTree(answer.body()).path("cancelledBy").asString()).isEqualTo("owner of the token file");
            JsonNode held = held(client);
            assertThat(held.path("steps").findValuesAsString("state")).contains("DONE", "SKIPPED").doesNotContain("PENDING", "RUNNING");
            assertThat(client.expect(202, "DELETE", DEPLOYMENTS + "1", null)).as("twice is one wish").isEqualTo(held);
            assertThat(client.get("applications/sock-shop").path("lastError").asString()).contains(BY);

            HttpResponse<String> resumed = client.send(client.request(DEPLOYMENTS + "latest/resumption", "POST", null)
                    .header("Authorization", "Bearer " + client.token));
            assertThat(resumed.headers().firstValue("Location")).contains("/api/v1/" + DEPLOYMENTS + "1");
            KillTest.converges(client);
            assertThat(client.get(DEPLOYMENTS + "1").has("cancelledBy")).isFalse();
            assertThat(client.expect(409, "DELETE", DEPLOYMENTS + "latest", null).path("code").asString()).isEqualTo("deployment-ended");
            assertThat(client.expect(404, "DELETE", DEPLOYMENTS + "7", null).path("code").asString()).isEqualTo("unknown-deployment");
        }
    }

    @Test
    @Tag("long")
    void aServerThatIsKilledAfterTheAnswerDoesNotGoOnWithIt() throws Exception {
        Process first = Server.process(data);
        try {
            Client client = KillTest.client(first, data);
            KillTest.beginDeployment(client);
            client.expect(202, "DELETE", DEPLOYMENTS + "1", null);
        } finally {
            first.destroyForcibly().waitFor();
        }
        Process second = Server.process(data);
        try {
            Client client = KillTest.client(second, data);
            held(client);
            client.expect(202, "POST", DEPLOYMENTS + "1/resumption", null);
            KillTest.converges(client);
        } finally {
            second.destroyForcibly().waitFor();
        }
    }

    @Test
    @Tag("long")
    void theServerThatLeadsHearsOfItFromTheOther() throws Exception {
        PGSimpleDataSource database = Postgres.shared().database();
        try (LoopbackBroker broker = new LoopbackBroker("shared-deployments"); Server leader = server("a", broker, database); Server other =
                server("b", broker, database)) {
            KillTest.beginDeployment(leader.client);
            assertThat(other.client.expect(202, "DELETE", DEPLOYMENTS + "latest", null).path("cancelledBy").asString())
                    .isEqualTo("owner of the token file");
            held(leader.client);
            assertThat(other.client.expect(202, "DELETE", DEPLOYMENTS + "1", null)).isEqualTo(held(other.client));
        }
    }

    private Server server(String name, LoopbackBroker broker, PGSimpleDataSource database) throws Exception {
        Path shared = data.resolve("shared");
        return Server.start(data.resolve(name), List.of("--caravan.name=" + name, "--caravan.shared=" + shared,
                Server.inPostgres(shared, database),
                "--caravan.broker.url=" + broker.url()));
    }

    /** No step was begun since. */
    private static JsonNode held(Client client) {
        JsonNode held = client.await(DEPLOYMENTS + "1", answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(held.path("state").asString()).as(held.toString()).isEqualTo("FAILED");
        assertThat(held.path("error").asString()).startsWith(BY + "\nMaybe resume");
        Instant at = Instant.parse(held.path("cancelledAt").asString());
        assertThat(held.path("steps").findValuesAsString("startedAt")).isNotEmpty()
                .allSatisfy(begun -> assertThat(Instant.parse(begun)).isBeforeOrEqualTo(at));
        return held;
    }
}
