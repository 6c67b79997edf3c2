package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One probe run has too few samples of a path for a p99; several have enough, and what was measured last is still the newest run's. */
@Tag("long")
class ProbedTailsTest {

    private static final int MOST_RUNS = 8;

    @Test
    void aPromiseOnP99CountsItOnceProbeRunsGaveSamplesEnough(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            String shop = Server.text("shop.caravan").replace("slo fast { p95 ", "slo fast { p99 ");
            client.put("applications/sock-shop/model", Json.write(Map.of("files", Map.of("shop.caravan", shop))));
            probe(client);
            assertThat(tailed(client)).isEmpty();
            JsonNode first = client.expect(200, "POST", "applications/sock-shop/plans", null);
            assertThat(first.path("report").path("notes").toString()).contains("slo fast is on a higher percentile than is known of paths ",
                    ": of these the p95 counts, for a p99 takes 100 samples");

            int runs = 1;
            while (tailed(client).isEmpty() && runs++ < MOST_RUNS) {
                probe(client);
            }
            assertThat(tailed(client)).isNotEmpty().allSatisfy(path -> {
                JsonNode rtt = path.path("idleRtt");
                assertThat(rtt.path("p99").asDouble()).isGreaterThanOrEqualTo(rtt.path("p95").asDouble());
                assertThat(rtt.path("p99Samples").asInt()).isGreaterThanOrEqualTo(100).isGreaterThan(rtt.path("samples").asInt());
                assertThat(rtt.path("origin").asString()).isIn("MEASURED", "ESTIMATED");
            });
            JsonNode next = client.expect(200, "POST", "applications/sock-shop/plans", null);
            assertThat(next.path("report").path("notes").toString()).doesNotContain("slo fast");
            assertThat(slos(next)).isNotEmpty().allSatisfy(slo -> assertThat(slo.path("percentile").asDouble()).isEqualTo(99));
            assertThat(next.path("report").path("latencies").findValuesAsString("basis"))
                    .anyMatch(basis -> basis.matches(".*; p99 \\d+\\.\\d ms of 1\\d\\d samples"));
            await("Prometheus to be told").until(() -> figures(client).contains("\ncaravan_path_rtt_p99_seconds{"));
        }
    }

    private static String figures(Client client) {
        return client.send(client.request("/actuator/prometheus", "GET", null).header("Authorization", "Bearer " + client.token)).body();
    }

    private static void probe(Client client) {
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    private static List<JsonNode> tailed(Client client) {
        return client.get("network").valueStream().filter(path -> path.path("idleRtt").hasNonNull("p99")).toList();
    }

    private static List<JsonNode> slos(JsonNode plan) {
        return plan.path("report").path("latencies").valueStream().flatMap(latency -> latency.path("slos").valueStream()).toList();
    }
}
