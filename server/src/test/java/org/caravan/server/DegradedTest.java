package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A deployment that ended well says nothing of what became of its copies since. */
class DegradedTest {

    @Test
    void anApplicationWhoseHostLosesPowerIsDegradedInWordsAndRunsAgainOnceItWasRepaired(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data, List.of("--caravan.adaptation.every=0s"))) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String plan = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
            client.expect(202, "POST", "applications/sock-shop/plans/" + plan + "/approval", null);
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
            JsonNode well = client.get("applications/sock-shop");
            assertThat(well.path("state").asString()).isEqualTo("RUNNING");
            String host = well.path("instances").path(0).path("hostId").asString();

            Files.writeString(data.resolve("simulated-outages.txt"), host + "\n");
            JsonNode away = client.await("applications/sock-shop", answer -> answer.path("state").asString().equals("DEGRADED"));
            assertThat(away.path("lastError").asString())
                    .contains("instances are not running", "unknown on " + host, "Maybe see: caravan drift sock-shop.");

            Files.delete(data.resolve("simulated-outages.txt"));
            JsonNode back = client.await("applications/sock-shop",
                    answer -> answer.path("lastError").asString("").contains("stopped on " + host));
            assertThat(back.path("state").asString()).isEqualTo("DEGRADED");
            JsonNode listed = client.get("applications").path(0);
            assertThat(listed.path("state").asString()).as("the list, which asks no host").isEqualTo("DEGRADED");
            assertThat(listed.path("observedAt").asString()).isNotEmpty();

            client.expect(202, "POST", "applications/sock-shop/repair", null);
            client.await("applications/sock-shop", answer -> answer.path("state").asString().equals("RUNNING"));
        }
    }
}
