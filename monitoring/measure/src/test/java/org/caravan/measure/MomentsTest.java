package org.caravan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MomentsTest {

    /** Quantiles of Student's t from tables; each row has values 1 to n, whose variance is n (n + 1) / 12. */
    @ParameterizedTest
    @CsvSource({"2, 12.7062", "4, 3.18245", "16, 2.13145", "31, 2.04227", "1001, 1.96234"})
    void theConfidenceIntervalIsStudents(int n, double t) {
        Moments moments = DoubleStream.iterate(1, value -> value + 1)
                .limit(n)
                .mapToObj(Moments::of)
                .reduce(Moments.NONE, Moments::merge);

        assertThat(moments.mean()).isCloseTo((n + 1) / 2.0, within(1e-9));
        assertThat(moments.variance()).isCloseTo(n * (n + 1) / 12.0, within(1e-6));
        assertThat(moments.halfWidth95()).isCloseTo(t * Math.sqrt((n + 1) / 12.0), within(1e-3));
    }

    @Test
    void oneValueHasNoSpread() {
        assertThat(Moments.of(31.4)).isEqualTo(new Moments(1, 31.4, 0));
        assertThat(Moments.of(31.4).halfWidth95()).isZero();
        assertThat(Moments.NONE.halfWidth95()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void anyOrderOfMergingGivesTheSame(long seed) {
        Random random = new Random(seed);
        Moments oneByOne = Moments.NONE;
        Moments[] parts = {Moments.NONE, Moments.NONE, Moments.NONE};
        for (int i = 0; i < 1000; i++) {
            Moments value = Moments.of(1e8 + random.nextGaussian());
            oneByOne = oneByOne.merge(value);
            int part = random.nextInt(3);
            parts[part] = parts[part].merge(value);
        }
        Moments merged = parts[2].merge(parts[0].merge(parts[1]));

        assertThat(merged.count()).isEqualTo(1000);
        assertThat(merged.mean()).isCloseTo(oneByOne.mean(), within(1e-6));
        assertThat(merged.variance()).isCloseTo(oneByOne.variance(), within(1e-6)).isCloseTo(1, within(0.2));
    }
}
