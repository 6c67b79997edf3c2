package org.caravan.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.Consumption;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class RatesTest {

    private static final CopyId WEB = CopyId.parse("shop.web.1.7");
    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");

    @Test
    void ratesAreOverTheTimeSinceTheReadingBefore() {
        Rates rates = new Rates("pi-1");

        assertThat(readings(rates, 0, 1000, 0)).containsExactly(" MEMORY 64.0", "shop.web.1.7 MEMORY 64.0");
        assertThat(readings(rates, 10, 3500, 5000)).contains(" CPU 250.0", "shop.web.1.7 CPU 250.0", "shop.web.1.7 NETWORK_OUT 500.0", "shop.web.1.7 DISK_READ 0.0");
    }

    @Test
    void aCopyThatWasStartedAnewHasNoRateYet() {
        Rates rates = new Rates("pi-1");
        readings(rates, 0, 9000, 9000);

        assertThat(readings(rates, 10, 100, 10)).containsExactly(" MEMORY 64.0", "shop.web.1.7 MEMORY 64.0");
        assertThat(readings(rates, 20, 200, 20)).contains("shop.web.1.7 CPU 10.0");
    }

    private static List<String> readings(Rates rates, int second, long cpu, long sent) {
        Consumption taken = new Consumption(cpu, new Bytes(64), new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(sent));
        return rates.of(new HostUsage(taken, new TreeMap<>(Map.of(WEB, taken))), START.plusSeconds(second)).stream()
                .map(reading -> reading.copy() + " " + reading.metric() + " " + reading.value()).toList();
    }
}
