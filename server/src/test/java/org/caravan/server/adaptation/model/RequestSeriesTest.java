package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RouterObservation;
import org.caravan.store.SqliteRequestStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rates and latencies of requests from what two routers counted. */
class RequestSeriesTest {

    private static final Instant BEGIN = Instant.parse("2026-11-25T11:50:07Z");

    @TempDir
    Path folder;

    @Test
    void ratesAreThoseSinceTheValueBeforeAndLatenciesThoseOfTheLastMinute() {
        try (RequestStore store = new SqliteRequestStore(folder.resolve("requests.db"), Clock.fixed(BEGIN, ZoneOffset.UTC))) {
            RequestSeries series = new RequestSeries(store, "shop");
            long counted = 0;
            // Two hours, so that the sums begin again.
            for (int second = 0; second <= 7_200; second += 15) {
                Instant at = BEGIN.plusSeconds(second);
                boolean idle = second >= 3_000 && second < 3_600;
                counted += idle ? 0 : 150;
                long slow = second < 6_000 ? 0 : (second - 5_985) / 15 * 15;
                store.take(List.of(seen("bergen", at, counted, slow), seen("oslo", at, counted, slow)));
                series.begin(at.plusSeconds(2));
                if (second == 0) {
                    assertThat(series.rate("home", at)).as("before a second observation").isEmpty();
                } else {
                    assertThat(series.rate("home", at).orElseThrow()).as("at %d s", second).isCloseTo(idle ? 0 : 20, within(1e-9));
                    assertThat(series.rate("home", at)).as("again").isEqualTo(series.rate("home", at));
                    assertThat(series.failedShare("home", at)).isEqualTo(idle ? Optional.empty() : Optional.of(0.0));
                }
                if (second >= 3_120 && idle) {
                    assertThat(series.latency("home", 0.5, 20)).as("nothing was answered for two minutes").isEmpty();
                }
            }
            assertThat(series.latency("home", 0.5, 20).orElseThrow().seconds()).isCloseTo(0.0042, within(0.0001));
            assertThat(series.latency("home", 0.95, 20).orElseThrow().seconds()).isCloseTo(0.0512, within(0.002));
            assertThat(series.latency("home", 0.95, 20_000)).as("too few answers").isEmpty();
            assertThat(series.latency("order", 0.5, 1)).isEmpty();
            assertThat(series.rate("order", BEGIN.plusSeconds(7_200))).as("first asked for now").isEmpty();
        }
    }

    private static RouterObservation seen(String users, Instant at, long fast, long slow) {
        return new RouterObservation("shop", "shop.web-router-" + users + ".1.1", users, "a", at, new TreeMap<>(Map.of("home",
                fast + "/0/42:" + (fast - slow) + (slow > 0 ? ",512:" + slow : ""))));
    }
}
