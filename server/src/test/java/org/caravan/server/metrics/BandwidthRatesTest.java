package org.caravan.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.LinkUse;
import org.caravan.adapter.ResourceCounters;
import org.caravan.measure.metric.LinkReading;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class BandwidthRatesTest {

    private static final LinkBandwidth PROMISED = new LinkBandwidth("BKK", Optional.of(BitRate.ofMbps(20)), BitRate.ofMbps(5),
            Optional.empty(), 3);
    private static final CopyId WEB = CopyId.parse("shop.web.1.7");
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private final BandwidthRates rates = new BandwidthRates("pi-1");

    @Test
    void ratesAreByTheClockOfTheHost() {
        assertThat(readings("1", 100, 0, 0, 0)).isEmpty();
        LinkReading reading = readings("1", 110, 12_500_000, 2_500_000, 125_000).get(0);
        assertThat(reading.seconds()).isEqualTo(10);
        assertThat(reading.granted()).isEqualTo(BitRate.ofMbps(10));
        assertThat(reading.used()).isEqualTo(BitRate.ofMbps(2));
        assertThat(reading.refused()).isEqualTo(BitRate.ofMbps(0.1));
        assertThat(reading.min()).isEqualTo(BitRate.ofMbps(5));
        assertThat(reading.application()).isEqualTo("shop");
        assertThat(reading.copy()).isEqualTo("shop.web.1.7");
    }

    @Test
    void withoutNewerCountersThereIsNoReading() {
        readings("1", 100, 0, 0, 0);
        assertThat(readings("1", 100, 0, 0, 0)).as("the program that counts has ended").isEmpty();
        assertThat(readings("2", 101, 1, 1, 1)).as("it was started again").isEmpty();
        assertThat(readings("2", 102, 126, 126, 1)).hasSize(1);
    }

    @Test
    void countersThatCannotBeGiveNoReading() {
        readings("1", 100, 10, 10, 10);
        assertThat(readings("1", 101, 20, 5, 10)).as("a counter has fallen").isEmpty();
        assertThat(readings("1", 102, Long.MAX_VALUE, 5, 10)).as("more than a host can send").isEmpty();
        readings("1", 200, 0, 0, 0);
        long amount = Long.MAX_VALUE / 4;
        assertThat(readings("1", 200 + 1e7, amount, 0, 0).get(0).granted().value()).isEqualTo(Math.round(amount * 8.0 / 1e7));
    }

    @Test
    void directionsHaveCountersAndACapacityOfTheirOwn() {
        List<LinkReading> readings = List.of();
        for (long second : List.of(100L, 101L)) {
            readings = readings(List.of(use("1", second, 125_000 * second, 125_000 * second, 0), new LinkUse("1", second,
                    new Bytes(250_000 * second), new Bytes(125 * second), new Bytes(0), PROMISED.withDownlink(
                            Optional.of(BitRate.ofMbps(95))), true)));
        }
        assertThat(readings).extracting(LinkReading::inbound, LinkReading::capacity, LinkReading::granted, LinkReading::used)
                .containsExactly(tuple(false, Optional.of(BitRate.ofMbps(20)), BitRate.ofMbps(1), BitRate.ofMbps(1)),
                        tuple(true, Optional.of(BitRate.ofMbps(95)), BitRate.ofMbps(2), new BitRate(1_000)));
    }

    private List<LinkReading> readings(String process, double seconds, long granted, long sent, long refused) {
        return readings(List.of(use(process, seconds, granted, sent, refused)));
    }

    private static LinkUse use(String process, double seconds, long granted, long sent, long refused) {
        return new LinkUse(process, seconds, new Bytes(granted), new Bytes(sent), new Bytes(refused), PROMISED);
    }

    private List<LinkReading> readings(List<LinkUse> uses) {
        TreeMap<CopyId, List<LinkUse>> links = new TreeMap<>();
        links.put(WEB, uses);
        Bytes none = new Bytes(0);
        return rates.of(new HostUsage(new ResourceCounters(0, none, none, none, none, none), Collections.emptySortedMap(),
                Collections.emptySortedMap(), links), NOON);
    }
}
