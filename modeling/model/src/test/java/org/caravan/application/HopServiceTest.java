package org.caravan.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Percentiles of service times, and their text in models. */
class HopServiceTest {

    /** An exponential distribution with a mean of 4 ms has a 95th percentile of 4 ms × ln 20 and a 99th of 4 ms × ln 100. */
    @Test
    void theTailIsExponential() {
        Hop.Service exponential = new Hop.Service(new Millis(4), new Millis(4 * Math.log(20)));
        assertThat(exponential.percentile(99).value()).isCloseTo(4 * Math.log(100), within(1e-9));
        assertThat(exponential.percentile(95)).isEqualTo(exponential.p95());
    }

    /** An exponential distribution with a mean of 4 ms has a median of 4 ms × ln 2; moved by 10 ms, of 10 ms more. */
    @Test
    void theMedianIsOnTheSameTail() {
        Millis p95 = new Millis(4 * Math.log(20));
        assertThat(new Hop.Service(new Millis(4), p95).median().value()).isCloseTo(4 * Math.log(2), within(1e-9));
        assertThat(new Hop.Service(new Millis(14), p95.plus(new Millis(10))).median().value())
                .isCloseTo(10 + 4 * Math.log(2), within(1e-9));
        assertThat(new Hop.Service(new Millis(4)).median()).isEqualTo(new Millis(4));
        assertThat(new Hop.Service(new Millis(1), new Millis(90)).median()).isEqualTo(Millis.ZERO);
    }

    /** Exponential with a mean of 4 ms, moved by 10 ms. */
    @Test
    void theMeanFollowsFromMedianAndPercentileOfTheTail() {
        assertThat(Hop.Service.meanOnTail(10 + 4 * Math.log(2), 10 + 4 * Math.log(20))).isCloseTo(14, within(1e-9));
        assertThat(Hop.Service.meanOnTail(7, 7)).isCloseTo(7, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"50, 4", "60, 4", "95, 9", "99, 13.0324"})
    void aPercentileIsAtLeastTheMean(double percentile, double millis) {
        assertThat(new Hop.Service(new Millis(4), new Millis(9)).percentile(percentile).value()).isCloseTo(millis, within(1e-3));
    }

    @Test
    void withoutSpreadEveryPercentileIsTheMean() {
        assertThat(new Hop.Service(new Millis(4)).percentile(99.9)).isEqualTo(new Millis(4));
    }

    @Test
    void aHostTwiceAsFastHalvesIt() {
        assertThat(new Hop.Service(new Millis(4), new Millis(9)).at(2)).isEqualTo(new Hop.Service(new Millis(2), new Millis(4.5)));
    }

    @Test
    void itsTextIsThatOfAModel() {
        assertThat(new Hop.Service(new Millis(4))).hasToString("4 ms");
        assertThat(new Hop.Service(new Millis(0.25), new Millis(900))).hasToString("0.25..900 ms");
    }

    @Test
    void aPercentileBelowTheMeanIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Hop.Service(new Millis(4), new Millis(3)));
    }
}
