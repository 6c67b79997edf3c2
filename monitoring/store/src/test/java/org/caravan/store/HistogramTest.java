package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 0.0421, 0.2, 1, 1.0202, 31.4, 621.5, 1600, 0.9e6, 236.8e6, 1e12})
    void aValueIsFoundWithinOnePercent(double value) {
        assertThat(Histogram.of(value).quantile(0.5)).isCloseTo(value, withPercentage(100 * Histogram.RELATIVE_ERROR + 1e-9));
    }

    @Test
    void zeroIsExact() {
        Histogram lossless = Histogram.of(0).merge(Histogram.of(0)).merge(Histogram.of(0.25));

        assertThat(lossless.quantile(0.5)).isZero();
        assertThat(lossless.quantile(0.95)).isCloseTo(0.25, withPercentage(1));
    }

    @Test
    void survivesBeingStored() {
        Histogram histogram = Histogram.of(0).merge(Histogram.of(7)).merge(Histogram.of(7)).merge(Histogram.of(0.001));

        assertThat(Histogram.ofBytes(histogram.toBytes())).isEqualTo(histogram);
        assertThat(Histogram.ofBytes(new byte[0])).isEqualTo(Histogram.empty());
    }
}
