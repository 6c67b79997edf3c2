package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.PathStatistic.Origin;
import org.caravan.measure.Sites;
import org.junit.jupiter.api.Test;

class SkippedPathsTest {

    private static final PathId PATH = new PathId(BERGEN_BKK, SIMULA_KVANTEL);

    private final SkippedPaths spared = new SkippedPaths();

    @Test
    void aPathOfWhichConnectionsTellTheSameIsSpared() {
        assertThat(of(20.5, 19.5, known(Origin.MEASURED))).containsExactly(PATH);
        assertThat(spared.of(List.of(), known(Origin.MEASURED))).as("nobody told").isEmpty();
    }

    @Test
    void oneThatBecameLongerOrShorterIsProbed() {
        assertThat(of(40, 20, known(Origin.MEASURED))).as("the least is of minutes ago").isEmpty();
        assertThat(of(18, 12, known(Origin.MEASURED))).isEmpty();
    }

    @Test
    void whatNoProbeMeasuredIsProbed() {
        assertThat(of(20, 20, known(Origin.ESTIMATED))).isEmpty();
        assertThat(of(20, 20, known(Origin.PASSIVE))).isEmpty();
        assertThat(of(20, 20, new NetworkMatrix(new TreeMap<>(), new TreeSet<>(Set.of(PATH))))).as("silent").isEmpty();
    }

    @Test
    void everyFifthRunProbesItAnyway() {
        for (int run = 1; run <= 10; run++) {
            assertThat(of(20, 20, known(Origin.MEASURED))).as("run %d", run).hasSize(run % 5 == 0 ? 0 : 1);
        }
    }

    @Test
    void aScheduleLeavesThemOutOfIdleMeasurementsAlone() {
        ProbeSchedule all = ProbeSchedule.of(Sites.ALL, MachineAddresses.of(Sites.addresses()), ProbeSettings.DEFAULT);
        ProbeSchedule some = all.sparing(Set.of(PATH.reversed()));
        assertThat(some.idleRounds().get(0).orders()).hasSize(all.idleRounds().get(0).orders().size() - 1)
                .noneMatch(order -> order.path().equals(PATH));
        assertThat(some.fullRounds(known(Origin.MEASURED))).hasSameSizeAs(all.fullRounds(known(Origin.MEASURED))).isNotEmpty();
        assertThat(some.idleBytes()).as("a day's share is that of all").isEqualTo(all.idleBytes());
    }

    private SortedSet<PathId> of(double smoothed, double least, NetworkMatrix known) {
        return spared.of(List.of(new PassiveFigure(PATH, smoothed, least)), known);
    }

    private static NetworkMatrix known(Origin origin) {
        PathStatistic rtt = new PathStatistic(20, 0.2, 20, 21, 16, Instant.EPOCH, origin);
        return new NetworkMatrix(new TreeMap<>(Map.of(PATH, new PathFigures(PATH, rtt, Optional.empty(), Optional.empty(), 0))));
    }
}
