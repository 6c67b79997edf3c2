package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The closed forms against the distribution of M/M/1/K summed state by state. */
class LineQueueTest {

    /** A packet takes 12 ms at 1 Mbit/s: 123 packets fill 1,476 ms. */
    private static final int PACKETS = 123;
    private static final LineQueue DEEP = new LineQueue(BitRate.ofMbps(1), PACKETS * 12.0);

    private static double[] states(double utilisation) {
        double[] weights = IntStream.rangeClosed(0, PACKETS).mapToDouble(n -> Math.pow(utilisation, n)).toArray();
        double sum = IntStream.rangeClosed(0, PACKETS).mapToDouble(n -> weights[n]).sum();
        return IntStream.rangeClosed(0, PACKETS).mapToDouble(n -> weights[n] / sum).toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5, 0.9, 0.99, 0.9999999, 1, 1.01, 1.3, 5})
    void theMeanIsThatOfTheStates(double utilisation) {
        double[] states = states(utilisation);
        double mean = IntStream.rangeClosed(0, PACKETS).mapToDouble(n -> n * states[n]).sum() * 12;
        assertThat(DEEP.meanMillis(utilisation)).isCloseTo(mean, within(0.01 + mean * 1e-4));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9, 0.99, 1, 1.01, 1.3})
    void aQuantileIsWithinAPacketOfTheStates(double utilisation) {
        double[] states = states(utilisation);
        for (double share : new double[] {0.5, 0.95, 0.99}) {
            int packets = 0;
            double sum = states[0];
            while (sum < share && packets < PACKETS) {
                sum += states[++packets];
            }
            assertThat(DEEP.quantileMillis(utilisation, share)).as("%s of %s", share, utilisation).isCloseTo(packets * 12.0, within(12.0));
        }
    }

    @Test
    void anIdleLineHasNoDelayAndAFullOneThatMeasuredUnderLoad() {
        assertThat(DEEP.meanMillis(0)).isZero();
        assertThat(DEEP.meanMillis(0.9)).as("as M/M/1: 9 packets").isCloseTo(108, within(0.1));
        assertThat(DEEP.meanMillis(1)).isCloseTo(738, within(0.1));
        assertThat(DEEP.meanMillis(100)).isCloseTo(1_476, within(0.2));
        assertThat(new LineQueue(BitRate.ofMbps(1_000), 0.001).meanMillis(1)).as("less than a packet").isBetween(0.0, 0.001);
        assertThatThrownBy(() -> new LineQueue(BitRate.ZERO, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
