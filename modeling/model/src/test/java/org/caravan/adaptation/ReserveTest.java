package org.caravan.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.caravan.adaptation.Action.Reserve;
import org.caravan.adaptation.Action.Reserve.Bounds;
import org.caravan.adaptation.Action.Reserve.Change;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

class ReserveTest {

    private static final Optional<Bounds> WITHIN = Optional.of(new Bounds(BitRate.ofMbps(5), BitRate.ofMbps(12)));

    private static double wanted(Change change, double megabits, double now) {
        return new Reserve("web", change, BitRate.ofMbps(megabits), change == Change.TO ? Optional.empty() : WITHIN)
                .wanted(BitRate.ofMbps(now)).value() / 1e6;
    }

    @Test
    void aMinimumRisesAndFallsWithinItsBounds() {
        assertThat(wanted(Change.MORE, 4, 0)).isEqualTo(5);
        assertThat(wanted(Change.MORE, 4, 5)).isEqualTo(9);
        assertThat(wanted(Change.MORE, 4, 9)).isEqualTo(12);
        assertThat(wanted(Change.LESS, 4, 12)).isEqualTo(8);
        assertThat(wanted(Change.LESS, 4, 8)).isEqualTo(5);
        assertThat(wanted(Change.TO, 20, 8)).isEqualTo(20);
    }

    @Test
    void aMinimumOutsideOfTheBoundsIsNotMovedTheWrongWay() {
        assertThat(wanted(Change.MORE, 4, 20)).as("above").isEqualTo(20);
        assertThat(wanted(Change.LESS, 4, 0)).as("below").isEqualTo(0);
        assertThat(wanted(Change.LESS, 4, 2)).as("below").isEqualTo(2);
    }

    @Test
    void onlyAChangeHasBounds() {
        BitRate rate = BitRate.ofMbps(5);
        assertThatThrownBy(() -> new Reserve("web", Change.TO, rate, WITHIN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reserve("web", Change.MORE, rate, Optional.empty())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reserve("web", Change.LESS, BitRate.ZERO, WITHIN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Bounds(rate, BitRate.ofMbps(4))).isInstanceOf(IllegalArgumentException.class);
    }
}
