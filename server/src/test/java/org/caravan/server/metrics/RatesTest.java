package org.caravan.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.ResourceCounters;
import org.caravan.adapter.RouterCounts;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class RatesTest {

    private static final CopyId WEB = CopyId.parse("shop.web.1.7");
    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");

    @Test
    void ratesAreOverTheTimeSinceTheReadingBefore() {
        Rates rates = new Rates("pi-1");

        assertThat(readings(rates, 0, 1000, 0)).containsExactly(" MEMORY 64.0", "shop.web.1.7 MEMORY 64.0");
        assertThat(readings(rates, 10, 3500, 5000)).contains(" CPU 250.0", "shop.web.1.7 CPU 250.0", "shop.web.1.7 NETWORK_OUT 500.0",
                "shop.web.1.7 DISK_READ 0.0");
    }

    @Test
    void aCopyThatWasStartedAnewHasNoRateYet() {
        Rates rates = new Rates("pi-1");
        readings(rates, 0, 9000, 9000);

        assertThat(readings(rates, 10, 100, 10)).containsExactly(" MEMORY 64.0", "shop.web.1.7 MEMORY 64.0");
        assertThat(readings(rates, 20, 200, 20)).contains("shop.web.1.7 CPU 10.0");
    }

    @Test
    void latenciesAreOfWhatWasAnsweredSince() {
        Rates rates = new Rates("pi-1");
        assertThat(routed(rates, 0, "1", Map.of(42L, 1_000L, 8_960L, 5L))).isEmpty();

        // 100 since: 90 of 4.2 ms, 8 of 51.3 ms, 2 of 900 ms.
        assertThat(routed(rates, 10, "1", Map.of(42L, 1_090L, 512L, 8L, 8_960L, 7L))).containsExactly(
                "REQUESTS 10.0", "LATENCY_MEDIAN 4.25", "LATENCY_P95 52.0", "LATENCY_P99 908.8");
        assertThat(routed(rates, 20, "1", Map.of(42L, 1_090L, 512L, 8L, 8_960L, 7L))).containsExactly("REQUESTS 0.0");
    }

    @Test
    void aRouterThatWasStartedAnewCountsFromNothing() {
        Rates rates = new Rates("pi-1");
        routed(rates, 0, "1", Map.of(42L, 1_000L));

        assertThat(routed(rates, 10, "2", Map.of(42L, 20L))).containsExactly("REQUESTS 2.0", "LATENCY_MEDIAN 4.25", "LATENCY_P95 4.25",
                "LATENCY_P99 4.25");
    }

    private static List<String> routed(Rates rates, int second, String start, Map<Long, Long> answered) {
        ResourceCounters nothing = new ResourceCounters(0, new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0));
        RequestTimes times = new RequestTimes(new TreeMap<>(answered));
        RouterCounts counts = new RouterCounts("bergen", start, new TreeMap<>(Map.of("home", new RequestCounts(times.count(), 0, times))));
        HostUsage usage = new HostUsage(nothing, new TreeMap<>(), new TreeMap<>(Map.of(WEB, counts)));
        return rates.of(usage, START.plusSeconds(second)).stream().filter(reading -> !reading.copy().isEmpty())
                .map(reading -> reading.metric() + " " + reading.value()).toList();
    }

    private static List<String> readings(Rates rates, int second, long cpu, long sent) {
        ResourceCounters taken = new ResourceCounters(cpu, new Bytes(64), new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(sent));
        return rates.of(new HostUsage(taken, new TreeMap<>(Map.of(WEB, taken))), START.plusSeconds(second)).stream()
                .map(reading -> reading.copy() + " " + reading.metric() + " " + reading.value()).toList();
    }
}
