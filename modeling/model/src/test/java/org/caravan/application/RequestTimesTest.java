package org.caravan.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RequestTimesTest {

    /** The bound that documentation states: 1.6 % or 0.05 ms, and half a tenth of a ms that the router cuts off. */
    @Test
    void percentilesOfStepsAreNearThoseOfTheTimesThemselves() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            double scale = Math.pow(10, random.nextDouble() * 5);
            long[] times = LongStream.generate(() -> Math.min(600_000, Math.round(scale * Math.exp(random.nextGaussian())))).limit(999)
                    .sorted()
                    .toArray();
            TreeMap<Long, Long> steps = new TreeMap<>();
            for (long time : times) {
                long step = Math.max(1, Long.highestOneBit(time) / 32);
                steps.merge(time / step * step, 1L, Long::sum);
            }
            RequestTimes rounded = new RequestTimes(steps);
            for (double share : new double[] {0.5, 0.95, 0.99}) {
                double exact = times[(int) Math.ceil(share * times.length) - 1] / 10.0;
                assertThat(rounded.percentileMillis(share)).isCloseTo(exact, within(0.05 + exact / 64));
            }
        }
    }

    @Test
    void textsOfCountsAreReadBack() {
        RequestCounts counts = new RequestCounts(9, 1, new RequestTimes(new TreeMap<>(Map.of(42L, 7L, 512L, 1L))));
        assertThat(counts.text()).isEqualTo("9/1/42:7,512:1");
        assertThat(RequestCounts.parse(counts.text())).isEqualTo(counts);
        assertThat(RequestCounts.parse(RequestCounts.NONE.text())).isEqualTo(RequestCounts.NONE);
        assertThat(counts.plus(counts).since(counts)).isEqualTo(counts);
    }
}
