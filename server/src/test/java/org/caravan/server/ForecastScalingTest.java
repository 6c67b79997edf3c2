package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RouterObservation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Copies exist before the requests come: a rule adds what a forecast needs, and no rule removes it meanwhile. */
@Tag("long")
class ForecastScalingTest {

    private static final List<String> QUICK = List.of("--caravan.rules.every=1s", "--caravan.rules.scale-out-cool-down=0s",
            "--caravan.rules.scale-in-cool-down=0s", "--caravan.rules.stabilisation=0s", "--caravan.adaptation.unavailable-at-once=5",
            "--caravan.metrics.every=1h");
    /** Minutes of the series; the next but two begins a busy time. */
    private static final int MINUTES = 57;
    private static final String MODEL = """
            application shop {
              component web {
                replicas 1..4  capacity 50 requests/s
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              users bergen { at users-bergen via BKK ipv4  rate 5 requests/s  mix home 100 %  entry by router }
              request home { when GET "/"  users -> web  turns 3  bytes 24 KiB }
              forecast requests of home { method sarima  season 10 min  horizon 4 min }
              metric soon { sensor forecast of home }
              metric least { sensor forecast-low of home }
              rule ahead { when soon > 100 requests/s and least > 10 requests/s  then scale out web by forecast  pause 1 h }
              rule fewer { every 2 s  then scale in web }
            }
            """;

    @Test
    void aForecastAddsReplicasAndKeepsThem(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data, QUICK)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            count(server.bean(RequestStore.class), Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(MINUTES)));
            client.put("applications/shop/model", Json.write(Map.of("files", Map.of("shop.caravan", MODEL))));
            String plan = client.expect(200, "POST", "applications/shop/plans", null).path("id").asString();
            client.expect(202, "POST", "applications/shop/plans/" + plan + "/approval", null);
            JsonNode decision = decision(client, "ahead", "DONE");
            assertThat(client.get("applications/shop").path("instances").valueStream()
                    .filter(one -> one.path("instance").asString().startsWith("web:"))).hasSize(3);
            assertThat(decision.path("action").path("kind").asString()).isEqualTo("scale-out");
            assertThat(decision.path("action").path("starts").asInt()).isEqualTo(2);
            Map<String, Double> figures = decision.path("figures").valueStream().collect(Collectors.toMap(
                    figure -> figure.path("name").asString(), figure -> figure.path("value").asDouble()));
            assertThat(figures).containsEntry("soon", 120.0).containsEntry("forecast of home", 120.0)
                    .containsEntry("capacity of a replica of web", 50.0).containsEntry("forecast of home, error of the past", 0.0)
                    .containsEntry("forecast of home, within the band", 100.0);
            assertThat(figures.get("forecast of home, low")).isBetween(10.0, 120.0);
            assertThat(figures.get("forecast of home, high")).isGreaterThan(120);

            JsonNode held = decision(client, "fewer", "HELD", "forecast-needs-replicas");
            assertThat(held.path("outcome").asString()).isEqualTo("It does nothing: The forecast of 120.0 requests/s to web needs 3 "
                    + "replicas; there are 3.");
        }
    }

    private static JsonNode decision(Client client, String rule, String state, String... limits) {
        return client.await("decisions?rule=model-rule", all -> all.valueStream().anyMatch(one -> is(one, rule, state, limits)))
                .valueStream().filter(one -> is(one, rule, state, limits)).findFirst().orElseThrow();
    }

    private static boolean is(JsonNode decision, String rule, String state, String... limits) {
        JsonNode action = decision.path("action");
        return decision.path("cause").asString().startsWith("Rule " + rule + ":") && action.path("state").asString().equals(state)
                && List.of(limits).stream().allMatch(limit -> action.path("limit").asString().equals(limit));
    }

    private static void count(RequestStore store, Instant start) {
        long received = 0;
        for (int minute = 0; minute < MINUTES; minute++) {
            received += minute % 10 < 7 ? 7_200 : 600;
            store.take(List.of(new RouterObservation("shop", "shop.web-router-bergen.1.1", "bergen", "1",
                    start.plusSeconds(minute * 60L + 30), new TreeMap<>(Map.of("home", received + "/0/")))));
        }
    }
}
