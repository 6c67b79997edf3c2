package org.caravan.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaintenanceWindowTest {

    private static final MaintenanceWindow WEEKEND = MaintenanceWindow.parse("SAT-SUN 02:00-05:00 Europe/Oslo");
    private static final MaintenanceWindow NIGHT = MaintenanceWindow.parse("FRI-MON 22:00-04:00 Europe/Oslo");

    /** Wednesday, 13:00 in Oslo. */
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    @Test
    void theWindowIsInLocalTime() {
        assertThat(WEEKEND.contains(NOW)).isFalse();
        assertThat(WEEKEND.next(NOW)).isEqualTo(Instant.parse("2026-11-28T01:00:00Z"));
        assertThat(WEEKEND.contains(Instant.parse("2026-11-28T01:00:00Z"))).isTrue();
        assertThat(WEEKEND.contains(Instant.parse("2026-11-28T04:00:00Z"))).as("its end").isFalse();
        assertThat(WEEKEND.next(Instant.parse("2026-11-28T04:00:00Z"))).isEqualTo(Instant.parse("2026-11-29T01:00:00Z"));
    }

    @Test
    void summerTimeMovesTheWindow() {
        assertThat(WEEKEND.next(Instant.parse("2026-07-01T12:00:00Z"))).isEqualTo(Instant.parse("2026-07-04T00:00:00Z"));
    }

    @Test
    void aWindowOverMidnightEndsOnTheNextDay() {
        assertThat(NIGHT.contains(Instant.parse("2026-11-27T21:30:00Z"))).as("Friday 22:30").isTrue();
        assertThat(NIGHT.contains(Instant.parse("2026-12-01T02:30:00Z"))).as("Tuesday 03:30, begun on Monday").isTrue();
        assertThat(NIGHT.contains(Instant.parse("2026-12-01T21:30:00Z"))).as("Tuesday 22:30").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SAT 02:00-05:00 Europe/Oslo", "SAT-XXX 02:00-05:00 Europe/Oslo", "SAT-SUN 25:00-05:00 Europe/Oslo",
            "SAT-SUN 02:00-05:00 Nowhere/City"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> MaintenanceWindow.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The maintenance window (" + text + ") cannot be read.\nMaybe use SAT-SUN 02:00-05:00 Europe/Oslo.");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theNextTimeIsWithinTheWindowAndNoEarlierOneIs(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Instant now = NOW.plusSeconds(random.nextInt(365 * 86_400));
            for (MaintenanceWindow window : List.of(WEEKEND, NIGHT)) {
                Instant next = window.next(now);
                assertThat(window.contains(next)).isTrue();
                assertThat(next.equals(now) || !window.contains(next.minusSeconds(1))).isTrue();
            }
        }
    }
}
