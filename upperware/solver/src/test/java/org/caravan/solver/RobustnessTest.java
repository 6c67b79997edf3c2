package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.caravan.solver.RobustnessComparison.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A sample of {@code ./caravan bench robustness}: where measurements are wrong, plans that count their intervals break no more promises
 * than plans that ignore them, and cost little more.
 */
class RobustnessTest {

    @Test
    void aPromiseIsKeptThatWhoIgnoresIntervalsBreaks() {
        List<Row> rows = RobustnessComparison.of(NoisyNetwork.Error.FEW_SAMPLES, 10, 1, 1);
        assertThat(rows.get(0).broken()).isEqualTo(1);
        assertThat(rows.get(1).broken()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void countingIntervalsBreaksNoMorePromises(NoisyNetwork.Error error) {
        List<Row> rows = RobustnessComparison.of(error, 1, 4, 1);
        Row ignoring = rows.get(0);
        Row counting = rows.get(1);
        assertThat(ignoring.promises()).isEqualTo(8);
        assertThat(counting.broken()).isLessThanOrEqualTo(ignoring.broken());
        assertThat(counting.regretMore().mean()).isLessThan(10);
    }
}
