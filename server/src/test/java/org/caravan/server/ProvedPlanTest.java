package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who asks for a proof gets one, on both ways to a plan; who does not reads nothing of it. */
class ProvedPlanTest {

    @Test
    void aPlanIsProvedWhereSomebodyAsks(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            server.modelsTaken();
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));

            JsonNode plain = client.expect(200, "POST", "applications/sock-shop/plans", null);
            JsonNode proved = client.expect(200, "POST", "applications/sock-shop/plans", "{\"proveSeconds\":30}");
            assertThat(plain.path("report").path("bound").has("proof")).isFalse();
            assertThat(proved.path("report").path("bound").path("proof").path("solver").asString()).isEqualTo("CP-SAT");
            assertThat(proved.path("report").path("bound").path("explanation").asString()).contains("CP-SAT");
            assertThat(proved.path("screenText").asString()).contains(proved.path("report").path("bound").path("explanation").asString());
            assertThat(proved.path("id")).isEqualTo(plain.path("id"));

            String id = client.expect(202, "POST", "applications/sock-shop/plannings", "{\"proveSeconds\":1}").path("id").asString();
            client.await("plannings/" + id, answer -> answer.path("state").asString().equals("DONE"));
            for (String seconds : new String[] {"0", "-1", "1801"}) {
                JsonNode refused = client.expect(422, "POST", "applications/sock-shop/plannings", "{\"proveSeconds\":" + seconds + "}");
                assertThat(refused.path("code").asString()).isEqualTo("proof-seconds");
            }
        }
    }
}
