package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.caravan.application.Hop;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

/** Payloads that vary between requests, beside payloads that are drawn. */
class VaryingBytesTest {

    private static final double RTT = 40;
    private static final double RATE = 100e6;

    @Test
    void meanIsThatOfManyRequests() {
        Random random = new Random(31);
        for (double[] payload : new double[][] {{8_400, 17_000}, {14_480, 40_000}, {2_000, 5_900}, {60_000, 70_000}, {300_000, 800_000}}) {
            Hop hop = new Hop("users", "web", 1, new Bytes((long) payload[0])).varying(Optional.of(new Bytes((long) payload[1])));
            double scale = (payload[1] - payload[0]) / (Math.log(20) - 1);
            double[] drawn = DoubleStream.generate(() -> payload[0] - scale - scale * Math.log(1 - random.nextDouble())).limit(200_000)
                    .toArray();
            double mean = DoubleStream.of(drawn).map(bytes -> new Traffic(1, bytes, SlowStart.of(bytes)).milliseconds(RTT, RATE))
                    .average().orElseThrow();
            assertThat(Traffic.of(hop).milliseconds(RTT, RATE)).isCloseTo(mean, within(0.01 * mean));
            double p95 = DoubleStream.of(drawn).map(bytes -> new Traffic(1, bytes, SlowStart.of(bytes)).milliseconds(RTT, RATE))
                    .sorted().toArray()[190_000];
            assertThat(Traffic.of(hop, 95.0).milliseconds(RTT, RATE)).isCloseTo(p95, within(0.02 * p95));
        }
    }

    @Test
    void percentilesAreNeverBelowTheMean() {
        Hop hop = new Hop("users", "web", 1, new Bytes(8_400)).varying(Optional.of(new Bytes(17_000)));
        for (double percentile : new double[] {1, 50, 80, 90, 95, 99.9}) {
            assertThat(Traffic.of(hop, percentile).milliseconds(RTT, RATE)).isGreaterThanOrEqualTo(Traffic.of(hop).milliseconds(RTT, RATE));
        }
        assertThat(Traffic.of(hop, 50.0).milliseconds(RTT, RATE)).isLessThan(Traffic.of(hop, 95.0).milliseconds(RTT, RATE) - RTT / 2);
    }

    /** A tail that begins below 0: the mean of what exceeds windows is still at most the mean of the payload. */
    @Test
    void rareLargePayloadsDoNotCountMoreThanTheirBytes() {
        Hop hop = new Hop("users", "web", 1, new Bytes(10_000)).varying(Optional.of(new Bytes(1_000_000)));
        for (double rate = 1e6; rate < 1e10; rate *= 2) {
            assertThat(Traffic.of(hop).milliseconds(RTT, rate)).isGreaterThanOrEqualTo(Traffic.of(hop).milliseconds(RTT, 2 * rate));
        }
    }

    @Test
    void withoutSpreadAllPercentilesAreEqual() {
        Hop hop = new Hop("users", "web", 3, new Bytes(100_000));
        assertThat(Traffic.of(hop, 95.0)).isEqualTo(Traffic.of(hop)).isEqualTo(Traffic.of(hop, RttStatistic.PROMISED_P99));
    }
}
