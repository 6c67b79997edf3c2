package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.json.Json;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RouterObservation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Counts of a router become a series, and the forecast of the model selects how it is continued. */
class RequestForecastTest {

    private static final int MINUTES = 60;
    private static final String MODEL = Server.text("shop.caravan").replace("request home {",
            "forecast requests of home { method sarima  season 10 min  horizon 1 min }\nrequest home {");

    @Test
    void theForecastOfTheModelContinuesWhatTheRouterCounted(@TempDir Path data) throws Exception {
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Json.write(Map.of("files", Map.of("shop.caravan", MODEL))));
            assertThat(client.get("applications/sock-shop/forecasts")).isEmpty();
            client.expect(404, "GET", "applications/nobody/forecasts", null);

            Instant start = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(MINUTES));
            count(server.bean(RequestStore.class), start);
            JsonNode forecasts = client.get("applications/sock-shop/forecasts");
            assertThat(forecasts).hasSize(2);
            JsonNode home = forecasts.get(0);
            assertThat(home.path("requestId").asString()).isEqualTo("home");
            assertThat(home.path("method").asString()).isEqualTo("SARIMA(0,1,0)(0,1,0)10");
            assertThat(home.path("declared").asBoolean()).isTrue();
            assertThat(home.path("errors").path("rootMeanSquare").asDouble()).isZero();
            // The horizon is one interval: only the last point has no count.
            JsonNode last = home.path("points").get(home.path("points").size() - 1);
            assertThat(last.has("observed")).isFalse();
            double expected = pattern((int) Duration.between(start, Instant.parse(last.path("begin").asString())).toMinutes());
            assertThat(last.path("expected").asDouble()).isEqualTo(expected);
            assertThat(last.path("low").asDouble()).isLessThan(expected);
            assertThat(forecasts.get(1).path("declared").asBoolean()).isFalse();
            assertThat(forecasts.get(1).path("method").asString()).isNotEmpty();
        }
    }

    /** One observation in each minute, of counts that a router never resets. */
    private static void count(RequestStore store, Instant start) {
        long received = 0;
        for (int minute = 0; minute < MINUTES; minute++) {
            received += pattern(minute);
            store.take(List.of(new RouterObservation("sock-shop", "sock-shop.frontend-router-bergen.1.1", "bergen", "1",
                    start.plusSeconds(minute * 60L + 30),
                    new TreeMap<>(Map.of("home", received + "/0/", "order", 5 * (minute + 1) + "/0/")))));
        }
    }

    private static long pattern(int minute) {
        return minute % 10 < 7 ? 100 : 20;
    }
}
