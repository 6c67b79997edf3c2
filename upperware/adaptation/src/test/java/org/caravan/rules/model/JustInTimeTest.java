package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replicas are requested at the step, less the time that they take to start, the error of the forecast and the planning. */
class JustInTimeTest {

    private static final Instant STEP = Instant.parse("2026-11-27T08:00:00Z");
    private static final JustInTime AHEAD = new JustInTime(STEP, Duration.ofMillis(12_300), Duration.ofSeconds(6), Duration.ofSeconds(15));

    @Test
    void anAdditionIsHeldUntilTheLatestTimeThatIsEarlyEnough() {
        Instant begin = STEP.minusMillis(33_300);
        assertThat(AHEAD.begin()).isEqualTo(begin);
        assertThat(AHEAD.limit(begin.minusMillis(1)).orElseThrow()).satisfies(limit -> {
            assertThat(limit.name()).isEqualTo("just-in-time");
            assertThat(limit.until()).contains(begin);
            assertThat(limit.text()).isEqualTo("The replicas are needed at 2026-11-27T08:00:00Z and take 12.3 s to start; with 6.0 s for "
                    + "errors of the forecast and 15.0 s for planning and evaluation, they are requested at 2026-11-27T07:59:26Z.");
        });
        assertThat(AHEAD.limit(begin)).isEmpty();
        assertThat(AHEAD.limit(STEP.plusSeconds(60))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 110, 0", "11, 110, 6000", "220, 110, 60000", "NaN, 110, 60000", "1, 0, 60000"})
    void theMarginIsTheErrorDividedByTheSlopeUpToOneInterval(double error, double rise, long millis) {
        assertThat(JustInTime.margin(Duration.ofMinutes(1), error, rise)).isEqualTo(Duration.ofMillis(millis));
    }
}
