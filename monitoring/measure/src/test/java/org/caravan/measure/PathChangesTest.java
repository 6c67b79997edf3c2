package org.caravan.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

class PathChangesTest {

    private static final PathId PATH = new PathId(Sites.BERGEN_BKK, Sites.SIMULA_KVANTEL);
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void aLongerWayIsAChangeInBothDirections() {
        assertThat(between(Quantity.IDLE_RTT, 10, 38)).containsExactly(PATH, PATH.reversed());
        assertThat(between(Quantity.IDLE_RTT, 38, 10)).hasSize(2);
    }

    @Test
    void noiseIsNone() {
        assertThat(between(Quantity.IDLE_RTT, 10, 11.9)).as("below 2 ms").isEmpty();
        assertThat(between(Quantity.IDLE_RTT, 300, 340)).as("below a fifth").isEmpty();
        Statistic wide = new Statistic(PATH, Quantity.IDLE_RTT, 30, 20, 30, 60, 16, NOON);
        assertThat(PathChanges.between(List.of(statistic(Quantity.IDLE_RTT, 10)), List.of(wide))).as("within its spread").isEmpty();
    }

    @Test
    void silenceAndItsEndAreChanges() {
        assertThat(between(Quantity.LOSS, 0, 1)).hasSize(2);
        assertThat(between(Quantity.LOSS, 1, 0.2)).hasSize(2);
        assertThat(between(Quantity.LOSS, 0, 0.3)).isEmpty();
    }

    @Test
    void whatIsNewHasNotChanged() {
        assertThat(PathChanges.between(List.of(), List.of(statistic(Quantity.IDLE_RTT, 10)))).isEmpty();
    }

    private static SortedSet<PathId> between(Quantity quantity, double before, double now) {
        return PathChanges.between(List.of(statistic(quantity, before)), List.of(statistic(quantity, now)));
    }

    private static Statistic statistic(Quantity quantity, double value) {
        return new Statistic(PATH, quantity, value, 0.1, value, value, 16, NOON);
    }
}
