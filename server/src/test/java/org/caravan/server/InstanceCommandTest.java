package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A command in an instance, from the request to the adapter, which here simulates and says so; that it runs is the adapters' contract. */
class InstanceCommandTest {

    private static final String SECRET = "hunter2-is-secret";

    @Test
    void itIsRunLimitedAndAuditedWithoutItsArguments(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String path = "applications/sock-shop/instances/frontend:1/commands";
            assertThat(client.expect(404, "POST", path, "{\"command\":[\"ls\"]}").path("code").asString()).isEqualTo("unknown-instance");
            String plan = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
            client.expect(202, "POST", "applications/sock-shop/plans/" + plan + "/approval", null);
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));

            JsonNode ended = client.expect(200, "POST", path, "{\"command\":[\"mysql\", \"--password=" + SECRET + "\"], \"seconds\": 5}");
            assertThat(ended.path("exitCode").asInt(-1)).isZero();
            assertThat(ended.path("output").asString()).startsWith("simulated: nothing ran");
            for (String wrong : List.of("{\"command\":[]}", "{\"command\":[\" \"]}", "{\"command\":[\"ls\"], \"seconds\": 301}",
                    "{\"command\":[\"a\\u0000b\"]}")) {
                assertThat(client.expect(422, "POST", path, wrong).path("code").asString()).as(wrong).isEqualTo("command-invalid");
            }
            String audit = client.get("audit?most=1000").toString();
            assertThat(audit).contains("POST /api/v1/" + path + ": runs mysql with 1 arguments").doesNotContain(SECRET);
            assertThat(client.get("audit/verification").path("intact").asBoolean()).isTrue();
        }
    }
}
