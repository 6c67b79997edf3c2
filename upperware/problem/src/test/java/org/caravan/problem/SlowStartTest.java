package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.caravan.application.Hop;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Round trips of slow start beside a sender that sends window after window. */
class SlowStartTest {

    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    @ParameterizedTest
    @CsvSource({"0, 0", "14480, 0", "14481, 1", "43440, 1", "43441, 2", "101360, 2", "101361, 3", "1000000000, 16"})
    void roundTripsGrowWithTheLogarithmOfTheMessage(double bytes, int roundTrips) {
        assertThat(SlowStart.of(bytes).milliseconds(40, UNKNOWN)).isCloseTo(40 * roundTrips, within(1e-9));
        assertThat(Math.max(0, Math.ceil(Math.log(bytes / 14_480 + 1) / Math.log(2) - 1e-12) - 1)).isEqualTo(roundTrips);
    }

    @Test
    void timesAreThoseOfSenderThatWaitsForAcknowledgements() {
        Random random = new Random(23);
        int waited = 0;
        int limitedByRate = 0;
        for (int round = 0; round < 2_000; round++) {
            double bytes = Math.exp(random.nextDouble() * 20);
            double rtt = 0.1 + random.nextDouble() * 200;
            double rate = 1e5 + Math.exp(random.nextDouble() * 23);
            double expected = sent(bytes, rtt, rate);
            assertThat(bytes * 8_000 / rate + SlowStart.of(bytes).milliseconds(rtt, rate)).isCloseTo(expected, within(1e-6 * expected));
            waited += SlowStart.of(bytes).milliseconds(rtt, rate) > 0 ? 1 : 0;
            limitedByRate += bytes > SlowStart.INITIAL_WINDOW && SlowStart.of(bytes).milliseconds(rtt, rate) == 0 ? 1 : 0;
        }
        assertThat(waited).isGreaterThan(200);
        assertThat(limitedByRate).isGreaterThan(200);
    }

    /** Otherwise the best path could be one that {@link ParetoPaths} leaves out. */
    @Test
    void nearerAndFasterPathIsNeverSlower() {
        Random random = new Random(24);
        for (int round = 0; round < 2_000; round++) {
            Traffic traffic = new Traffic(random.nextDouble(), 0).plus(message(random)).plus(message(random).times(random.nextDouble()));
            double rtt = random.nextDouble() * 100;
            double rate = 1e5 + random.nextDouble() * 1e9;
            assertThat(traffic.milliseconds(rtt * random.nextDouble(), rate / random.nextDouble()))
                    .isLessThanOrEqualTo(traffic.milliseconds(rtt, rate) * (1 + 1e-12));
        }
    }

    @Test
    void roundTripsOfHopShareItsBytes() {
        assertThat(Traffic.of(new Hop("a", "b", 1, new Bytes(24 << 10))).milliseconds(10, UNKNOWN)).isEqualTo(20);
        assertThat(Traffic.of(new Hop("a", "b", 9, new Bytes(24 << 10))).milliseconds(10, UNKNOWN)).isEqualTo(50);
        assertThat(Traffic.of(new Hop("a", "b", 9, new Bytes(24 << 10)))).isEqualTo(new Traffic(5, 24 << 10));
    }

    private static Traffic message(Random random) {
        double bytes = random.nextDouble() * 1e6;
        return new Traffic(1, bytes, SlowStart.of(bytes));
    }

    /** From the first segment sent to the last, in ms: each window is sent when the one before it is sent and acknowledged. */
    private static double sent(double bytes, double rtt, double rate) {
        double millis = 0;
        double left = bytes;
        for (double window = SlowStart.INITIAL_WINDOW; left > window; window *= 2) {
            millis += Math.max(rtt, window * 8_000 / rate);
            left -= window;
        }
        return millis + left * 8_000 / rate;
    }
}
