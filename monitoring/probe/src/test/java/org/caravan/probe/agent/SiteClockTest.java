package org.caravan.probe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SiteClockTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void theOffsetLiesBetweenBothWaysAndItsBoundIsHalfOfWhatTheyTook() {
        // 5 s ahead; 40 ms there, 100 ms of work, 20 ms back.
        SiteClock clock = SiteClock.of(NOON, NOON.plusMillis(5_040), NOON.plusMillis(5_140), NOON.plusMillis(160));
        assertThat(clock.offsetMillis()).isEqualTo(5_010);
        assertThat(clock.boundMillis()).isEqualTo(31);
        assertThat(Math.abs(clock.offsetMillis() - 5_000)).as("the truth is within").isLessThanOrEqualTo(clock.boundMillis());
        assertThat(clock.corrected(NOON.plusMillis(5_010))).isEqualTo(NOON);
    }

    @Test
    void aClockThatIsBehindHasANegativeOffset() {
        assertThat(SiteClock.of(NOON, NOON.minusMillis(990), NOON.minusMillis(990), NOON.plusMillis(20)).offsetMillis()).isEqualTo(-1_000);
    }

    @Test
    void aClockThatWentOnIsAsGoodAsBothBoundsAndItsDrift() {
        SiteClock before = new SiteClock(5_000, 30);
        // 200 ppm of 1,000 s are 200 ms.
        assertThat(new SiteClock(5_100, 40).uncertaintySince(before, 1_000_000)).isCloseTo(240, within(1e-9));
    }

    @Test
    void aClockThatWasSetMeanwhileIsAsBadAsTheStep() {
        SiteClock before = new SiteClock(-3_600_000, 30);
        assertThat(new SiteClock(100, 40).uncertaintySince(before, 1_000_000)).isCloseTo(3_600_140, within(1e-9));
    }
}
