package org.caravan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bound on false alarms, and the delay until a burst is detected, for Poisson counts whose rate is known. */
class ChangeDetectorTest {

    private static final int INTERVALS = 100_000;

    @Test
    void atMostOneFalseAlarmInAThousandIntervals() {
        for (double rate : new double[] {0.1, 1, 3, 20, 300}) {
            Random random = new Random(5);
            ChangeDetector detector = ChangeDetector.START;
            int alarms = 0;
            for (int interval = 0; interval < INTERVALS; interval++) {
                detector = detector.next(new Band(rate, Math.sqrt(rate)), poisson(rate, random));
                alarms += detector.change().isPresent() ? 1 : 0;
            }
            assertThat(alarms).as("alarms in %d intervals of %s requests", INTERVALS, rate).isLessThanOrEqualTo(INTERVALS / 1_000);
        }
    }

    @Test
    void aBurstOfFiveTimesTheRateIsDetectedWithinTwoIntervals() {
        for (double rate : new double[] {5, 20, 300}) {
            Random random = new Random(9);
            int detected = 0;
            for (int turn = 0; turn < 1_000; turn++) {
                ChangeDetector first = ChangeDetector.START.next(new Band(rate, Math.sqrt(rate)), poisson(5 * rate, random));
                ChangeDetector second = first.next(new Band(rate, Math.sqrt(rate)), poisson(5 * rate, random));
                detected += first.change().or(second::change).equals(Optional.of(ChangeDetector.Direction.RISE)) ? 1 : 0;
            }
            assertThat(detected).as("of 1000 bursts from %s requests per interval", rate).isGreaterThanOrEqualTo(999);
        }
    }

    @Test
    void aFallIsDetectedToo() {
        ChangeDetector detector = ChangeDetector.START.next(new Band(100, 10), 40);
        assertThat(detector.change()).isEmpty();
        assertThat(detector.next(new Band(100, 10), 40).change()).contains(ChangeDetector.Direction.FALL);
    }

    private static double poisson(double rate, Random random) {
        if (rate > 50) {
            return Math.max(0, Math.rint(rate + Math.sqrt(rate) * random.nextGaussian()));
        }
        double limit = Math.exp(-rate);
        int count = -1;
        for (double product = 1; product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}
