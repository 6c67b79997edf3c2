package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BandwidthTrafficTest {

    private static final List<String> SUMS = List.of("accepted 1", "sum 1000 0", "sum 2000 500000", "sum 3000 1000000");

    @Test
    void aRateNeedsATimeThatBeginsBeforeItEnds() {
        BandwidthTraffic.Received received = BandwidthTraffic.alive(SUMS, Duration.ofSeconds(60));
        assertThat(received.rate(1_000, 3_000)).isCloseTo(4 * 1514.0 / 1448, within(0.001));
        assertThatThrownBy(() -> received.rate(3_000, 2_000)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not from 3000 to 2000. Maybe the wait");
    }

    @Test
    void aRateOfATimeWithoutSamplesIsNone() {
        assertThat(BandwidthTraffic.alive(SUMS, Duration.ofSeconds(60)).rate(2_100, 2_900)).isNaN();
    }

    @Test
    void trafficThatEndedBeforeTheMeasurementIsNoMeasurement() {
        List<String> ended = List.of("sum 1000 0", "closed 0 failed 0 silent 0 of 8");
        assertThatThrownBy(() -> BandwidthTraffic.alive(ended, Duration.ofSeconds(60))).isInstanceOf(IllegalStateException.class)
                .hasMessage("The traffic ended after its lifetime of 60 s, before the measurement did. Maybe the machine is overloaded.");
    }
}
