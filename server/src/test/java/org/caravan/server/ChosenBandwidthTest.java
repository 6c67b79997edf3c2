package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Bandwidth;
import org.caravan.json.Json;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.LinkReading;
import org.caravan.server.planning.BandwidthChoices;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A person changes the bandwidth of a running copy: granted, refused with the sum, kept by later plans, ended by another model. */
class ChosenBandwidthTest {

    private static final String MODEL = Server.text("shop.caravan").replaceFirst("component frontend \\{",
            "component frontend {\n    bandwidth { share 3  min 5 Mbit/s  max 50 Mbit/s }");
    private static final String SITES = Server.text("sites.caravan")
            .replace("gateway \"fd4e:5:6::1\" }", "gateway \"fd4e:5:6::1\"  uplink 30 Mbit/s }")
            .replace("gateway \"fd4e:1:6::1\" }", "gateway \"fd4e:1:6::1\"  uplink 30 Mbit/s }");
    private static final String FRONTEND = "applications/sock-shop/instances/frontend:1/bandwidth";

    @Test
    void aChangeIsGrantedOrRefusedAndKeptUntilAnotherModel(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan", SITES))));
            submit(client, MODEL);
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            assertThat(client.expect(409, "PUT", FRONTEND, "{}").path("code").asString()).isEqualTo("never-deployed");
            client.expect(200, "POST", "applications/sock-shop/plans", null);
            client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null);
            done(client, "latest");

            long begin = System.nanoTime();
            JsonNode granted = client.expect(200, "PUT", FRONTEND,
                    "{\"minBitsPerSecond\": 20000000, \"maxBitsPerSecond\": 25000000, \"share\": 2}");
            assertThat(granted.path("outcome").asString()).isEqualTo("GRANTED");
            assertThat(granted.path("text").asString()).isEqualTo("frontend:1 gets min 20.0 Mbit/s max 25.0 Mbit/s share 2.");
            JsonNode deployment = done(client, granted.path("deploymentId").asString());
            System.out.println("granted and deployed on simulated hosts after "
                    + Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms");
            assertThat(deployment.path("steps").valueStream().map(step -> step.path("kind").asString())).containsOnly("RESERVE");
            JsonNode again = client.expect(200, "POST", "applications/sock-shop/plans", null);
            assertThat(again.path("changes").asBoolean()).as(again.path("diffText").asString()).isFalse();
            assertThat(again.path("planText").asString()).contains(
                    "bandwidth frontend:1 on bergen.BKK min 20.0 Mbit/s max 25.0 Mbit/s share 2");

            assertThat(server.bean(JdbcClient.class).sql("select amounts from chosen_bandwidth where instance = 'frontend:1'")
                    .query(String.class).single()).as("kept where the copy uses no uplink")
                    .isEqualTo(Json.write(new Bandwidth(2, BitRate.ofMbps(20), Optional.of(BitRate.ofMbps(25)))));
            amountsOfAPlan(server.bean(BandwidthChoices.class));

            JsonNode refused = client.expect(200, "PUT", FRONTEND, "{\"minBitsPerSecond\": 40000000}");
            assertThat(refused.path("outcome").asString()).isEqualTo("REFUSED");
            assertThat(refused.path("text").asString()).contains("40.0 Mbit/s of frontend:1 is above the 30.0 Mbit/s of uplink BKK of "
                    + "bergen; 30.0 Mbit/s fits.");
            JsonNode undeclared = client.expect(200, "PUT", FRONTEND.replace("frontend", "orders"), "{\"minBitsPerSecond\": 1000000}");
            assertThat(undeclared.path("outcome").asString()).isEqualTo("REFUSED");
            assertThat(undeclared.path("text").asString()).contains("has no declared capacity, so no minimum can be kept on it.");
            assertThat(client.expect(422, "PUT", FRONTEND, "{\"minBitsPerSecond\": 9000000, \"maxBitsPerSecond\": 8000000}")
                    .path("code").asString()).isEqualTo("bandwidth-invalid");
            assertThat(client.expect(404, "PUT", FRONTEND.replace(":1", ":7"), "{}").path("code").asString())
                    .isEqualTo("unknown-instance");

            JsonNode reset = client.expect(200, "DELETE", FRONTEND, null);
            assertThat(reset.path("text").asString()).isEqualTo("frontend:1 gets min 5.0 Mbit/s max 50.0 Mbit/s share 3.");
            done(client, reset.path("deploymentId").asString());
            done(client, client.expect(200, "PUT", FRONTEND, "{\"minBitsPerSecond\": 20000000}").path("deploymentId").asString());
            submit(client, MODEL.replace("min 5 Mbit/s", "min 6 Mbit/s"));
            assertThat(client.expect(200, "POST", "applications/sock-shop/plans", null).path("planText").asString())
                    .as("the model decides").contains("bandwidth frontend:1 on bergen.BKK min 6.0 Mbit/s max 50.0 Mbit/s share 3");
            readings(server, client);
        }
    }

    /** A proposal changes nothing until its plan is the target. */
    private static void amountsOfAPlan(BandwidthChoices choices) {
        Bandwidth before = choices.of("sock-shop", Optional.empty()).get("frontend:1").orElseThrow();
        Bandwidth proposed = new Bandwidth(1, BitRate.ofMbps(29), Optional.empty());
        choices.propose("sock-shop", "frontend:1", proposed, "some-plan", "anna");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(before);
        choices.settle("sock-shop", "another-plan");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(before);
        choices.settle("sock-shop", "some-plan");
        assertThat(choices.of("sock-shop", Optional.empty()).get("frontend:1")).contains(proposed);
        choices.choose("sock-shop", "frontend:1", before, "anna");
    }

    private static void readings(Server server, Client client) {
        server.bean(BandwidthStore.class).take(List.of(new LinkReading("pi-bergen-1", "sock-shop", "sock-shop.frontend.1.1", "BKK",
                Optional.of(BitRate.ofMbps(30)), BitRate.ofMbps(20), Optional.empty(), 1, Instant.now(), 15, BitRate.ofMbps(21),
                BitRate.ofMbps(12), BitRate.ZERO)));
        JsonNode link = client.get("bandwidth?application=sock-shop").get(0);
        assertThat(link.path("copy").asString()).isEqualTo("frontend:1@1");
        assertThat(link.path("grantedBitsPerSecond").asLong()).isEqualTo(21_000_000);
        assertThat(link.path("usedBitsPerSecond").asLong()).isEqualTo(12_000_000);
        assertThat(client.get("bandwidth?host=pi-bergen-2")).isEmpty();
        assertThat(client.get("applications/sock-shop/bandwidth?hours=1").get(0).path("usedBitsPerSecond").asLong())
                .isEqualTo(12_000_000);
        assertThat(client.expect(422, "GET", "applications/sock-shop/bandwidth?hours=0", null).path("code").asString())
                .isEqualTo("hours-invalid");
    }

    private static void submit(Client client, String model) {
        client.put("applications/sock-shop/model", Json.write(Map.of("files", Map.of("shop.caravan", model))));
    }

    private static JsonNode done(Client client, String deploymentId) {
        return client.await("applications/sock-shop/deployments/" + deploymentId,
                answer -> answer.path("state").asString().equals("DONE"));
    }
}
