package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.caravan.testing.postgres.Postgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;

/** An application of which nothing runs is removed, and its name is free; one that is deployed, or being deployed, is not. */
class ApplicationRemovalTest {

    private static final String SHOP = "applications/sock-shop";
    private static final String DRAFT = "applications/draft/model";

    @TempDir
    Path data;

    @Test
    void whatNeverRanIsGoneAndWhatWasDestroyedLeavesItsHistory() {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            Client acme = member(client, "acme");
            Client other = member(client, "other");
            aNameThatWasOnlyModelledIsFreeForAll(client, acme, other);

            KillTest.beginDeployment(client);
            refused(client, "deployment-running", "Maybe wait for its end, or cancel it: caravan cancel sock-shop.");
            KillTest.converges(client);
            refused(client, "application-deployed", "Maybe destroy it first: caravan destroy sock-shop.");
            client.expect(202, "DELETE", SHOP, null);
            client.await(SHOP, answer -> answer.path("state").asString().equals("DESTROYED"));
            assertThat(removed(client, SHOP + "/model")).isEqualTo(204);

            assertThat(client.get("applications")).isEmpty();
            client.expect(404, "GET", SHOP + "/plans", null);
            client.expect(404, "GET", SHOP + "/deployments", null);
            assertThat(acme.expect(409, "PUT", SHOP + "/model", Server.files("shop.caravan")).path("code").asString())
                    .isEqualTo("name-taken");
            assertThat(client.get("audit").findValuesAsString("request")).contains("DELETE /api/v1/" + SHOP + "/model");
            itIsDeployedAgain(client);
        }
    }

    private static void aNameThatWasOnlyModelledIsFreeForAll(Client owner, Client acme, Client other) {
        acme.put(DRAFT, draft());
        assertThat(other.expect(409, "PUT", DRAFT, draft()).path("code").asString()).isEqualTo("name-taken");
        assertThat(removed(other, DRAFT)).isEqualTo(404);
        assertThat(removed(acme, DRAFT)).isEqualTo(204);
        assertThat(owner.get("applications")).isEmpty();
        assertThat(acme.expect(404, "DELETE", DRAFT, null).path("code").asString()).isEqualTo("unknown-application");
        other.put(DRAFT, draft());
        assertThat(other.get("applications").findValuesAsString("name")).containsExactly("draft");
        assertThat(removed(other, DRAFT)).isEqualTo(204);
    }

    private static void itIsDeployedAgain(Client client) {
        client.put(SHOP + "/model", Server.files("shop.caravan"));
        JsonNode plan = client.expect(200, "POST", SHOP + "/plans", null);
        assertThat(client.get(SHOP + "/plans").findValuesAsString("id")).as("those of before are gone")
                .containsOnly(plan.path("id").asString());
        client.expect(202, "POST", SHOP + "/plans/latest/approval", null);
        client.await(SHOP + "/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
        assertThat(client.get(SHOP).path("state").asString()).isEqualTo("RUNNING");
        assertThat(client.get(SHOP + "/deployments").findValuesAsString("id")).as("the journal has all").contains("1", "2", "3");
    }

    @Test
    @Tag("long")
    void aServerThatDoesNotLeadIsAskedAndBothForget() throws Exception {
        PGSimpleDataSource database = Postgres.shared().database();
        try (LoopbackBroker broker = new LoopbackBroker("removals"); Server leader = server("a", broker, database); Server other =
                server("b", broker, database)) {
            leader.client.put(DRAFT, draft());
            assertThat(removed(other.client, DRAFT)).isEqualTo(204);
            for (Client client : List.of(leader.client, other.client)) {
                client.expect(404, "GET", DRAFT, null);
                assertThat(client.get("applications")).isEmpty();
            }
        }
    }

    private Server server(String name, LoopbackBroker broker, PGSimpleDataSource database) throws Exception {
        Path shared = data.resolve("shared");
        return Server.start(data.resolve(name), List.of("--caravan.name=" + name, "--caravan.shared=" + shared,
                Server.inPostgres(shared, database),
                "--caravan.broker.url=" + broker.url()));
    }

    private static Client member(Client owner, String organisation) {
        owner.expect(201, "POST", "organisations", "{\"name\": \"" + organisation + "\"}");
        String token = owner.expect(201, "POST", "tokens", "{\"name\": \"test\", \"role\": \"deployer\", \"days\": 1, \"organisation\": \""
                + organisation + "\"}").path("token").asString();
        return new Client(owner.base.getPort(), token);
    }

    private static void refused(Client client, String code, String end) {
        JsonNode problem = client.expect(409, "DELETE", SHOP + "/model", null);
        assertThat(problem.path("code").asString()).isEqualTo(code);
        assertThat("Maybe " + problem.path("suggestion").asString()).isEqualTo(end);
    }

    private static int removed(Client client, String path) {
        HttpResponse<String> answer = client.send(client.request(path, "DELETE", null).header("Authorization", "Bearer " + client.token));
        return answer.statusCode();
    }

    private static String draft() {
        return "{\"files\": {\"a.caravan\": \"application draft { component a { form container { image \\\"a\\\" cpu 0.1 memory 1 MiB } } "
                + "}\"}}";
    }
}
