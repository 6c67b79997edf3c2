package org.caravan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.BERGEN_BKK_V6;
import static org.caravan.measure.Sites.BERGEN_UNINETT;
import static org.caravan.measure.Sites.OHIO_AMAZON;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;
import static org.caravan.measure.Sites.SIMULA_KVANTEL_V6;
import static org.caravan.measure.Sites.USERS_TELENOR;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathStatistic.Origin;
import org.junit.jupiter.api.Test;

class NetworkMatrixBuilderTest {

    private static final Instant TAKEN = Instant.parse("2026-11-20T08:00:00Z");
    private static final Instant NOW = TAKEN.plusSeconds(600);

    private final List<Statistic> statistics = new ArrayList<>();

    @Test
    void whatIsMeasuredStandsAsMeasured() {
        statistics.add(new Statistic(
                path(BERGEN_BKK, SIMULA_KVANTEL), Quantity.IDLE_RTT, 9.5, 0.3, 9.4, 11, 16, TAKEN));
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.LOADED_RTT, 38.9);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.THROUGHPUT, 90e6);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.LOSS, 0.02);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.JITTER, 0.4);

        PathFigures figures = figures(BERGEN_BKK, SIMULA_KVANTEL);
        assertThat(figures.idleRtt()).isEqualTo(new PathStatistic(9.5, 0.3, 9.4, 11, 16, TAKEN, Origin.MEASURED));
        assertThat(figures.loadedRtt()).contains(new PathStatistic(38.9, 0, 38.9, 38.9, 3, TAKEN, Origin.MEASURED));
        assertThat(figures.throughput()).contains(new PathStatistic(90e6, 0, 90e6, 90e6, 3, TAKEN, Origin.MEASURED));
        assertThat(figures.loss()).isEqualTo(0.02);
        assertThat(figures.jitter()).contains(new PathStatistic(0.4, 0, 0.4, 0.4, 3, TAKEN, Origin.MEASURED));
        assertThat(figures(SIMULA_KVANTEL, BERGEN_BKK).jitter().orElseThrow().origin()).isEqualTo(Origin.ESTIMATED);
    }

    @Test
    void theReverseTellsIdleRttAndLossOnly() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 9.5);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.LOADED_RTT, 38.9);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.LOSS, 0.02);

        PathFigures reverse = figures(SIMULA_KVANTEL, BERGEN_BKK);
        assertThat(reverse.idleRtt()).isEqualTo(new PathStatistic(9.5, 0, 9.5, 9.5, 3, TAKEN, Origin.ESTIMATED));
        assertThat(reverse.loadedRtt()).as("queues of both directions differ").isEmpty();
        assertThat(reverse.throughput()).isEmpty();
        assertThat(reverse.loss()).isEqualTo(0.02);
    }

    @Test
    void connectionsOfApplicationsTellWhereNoProbeDid() {
        measured(BERGEN_BKK, OHIO_AMAZON, Quantity.IDLE_RTT, 60);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.PASSIVE_RTT, 12);
        PathStatistic passive = new PathStatistic(12, 0, 12, 12, 3, TAKEN, Origin.PASSIVE);
        assertThat(figures(BERGEN_BKK, SIMULA_KVANTEL).idleRtt()).isEqualTo(passive);
        assertThat(figures(SIMULA_KVANTEL, BERGEN_BKK).idleRtt()).isEqualTo(passive);

        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 9.5);
        assertThat(figures(BERGEN_BKK, SIMULA_KVANTEL).idleRtt().origin()).as("a probe tells better").isEqualTo(Origin.MEASURED);
    }

    @Test
    void aP99IsOfProbesOfThePathOrItsReverseAlone() {
        Optional<P99> p99 = Optional.of(new P99(20, 128));
        statistics.add(new Statistic(path(BERGEN_BKK, SIMULA_KVANTEL), Quantity.IDLE_RTT, 9.5, 0.3, 9.4, 11, 16, TAKEN, p99));
        statistics.add(new Statistic(path(BERGEN_BKK, OHIO_AMAZON), Quantity.PASSIVE_RTT, 60, 0.3, 60, 61, 128, TAKEN, p99));
        assertThat(figures(BERGEN_BKK, SIMULA_KVANTEL).idleRtt().p99()).isEqualTo(p99);
        assertThat(figures(SIMULA_KVANTEL, BERGEN_BKK).idleRtt().p99()).as("an echo crosses both directions").isEqualTo(p99);
        assertThat(figures(BERGEN_BKK, OHIO_AMAZON).idleRtt().p99()).as("smoothed").isEmpty();
        assertThat(matrix().all().values().stream().map(PathFigures::idleRtt).filter(rtt -> rtt.samples() == 0)).isNotEmpty()
                .allMatch(rtt -> rtt.p99().isEmpty());
    }

    @Test
    void whatDoesNotAnswerNowIsSilentWhateverWasKnown() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 9.5);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.LOSS, 1);

        assertThat(matrix().path(path(BERGEN_BKK, SIMULA_KVANTEL))).isEmpty();
        assertThat(matrix().silent()).containsExactly(path(BERGEN_BKK, SIMULA_KVANTEL), path(SIMULA_KVANTEL, BERGEN_BKK));
    }

    @Test
    void throughputIsEstimatedFromTheBestOfBothEnds() {
        measured(USERS_TELENOR, OHIO_AMAZON, Quantity.IDLE_RTT, 140);
        measured(USERS_TELENOR, BERGEN_BKK, Quantity.THROUGHPUT, 0.7e6);
        statistics.add(new Statistic(
                path(USERS_TELENOR, SIMULA_KVANTEL), Quantity.THROUGHPUT, 0.9e6, 0, 0.9e6, 0.9e6, 1, TAKEN.minusSeconds(60)));
        measured(BERGEN_BKK, OHIO_AMAZON, Quantity.THROUGHPUT, 38e6);

        assertThat(figures(USERS_TELENOR, OHIO_AMAZON).throughput())
                .as("with so few flows the bound is all of it")
                .contains(new PathStatistic(0.9e6, 0.9e6, 0.9e6, 0.9e6, 0, TAKEN, Origin.ESTIMATED));
        assertThat(figures(OHIO_AMAZON, USERS_TELENOR).throughput()).as("never sent, never received").isEmpty();
    }

    @Test
    void oneEndAloneBoundsTheThroughput() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 9.5);
        measured(BERGEN_BKK, OHIO_AMAZON, Quantity.THROUGHPUT, 38e6);

        assertThat(figures(BERGEN_BKK, SIMULA_KVANTEL).throughput().orElseThrow())
                .isEqualTo(new PathStatistic(38e6, 38e6, 38e6, 38e6, 0, TAKEN, Origin.ESTIMATED));
    }

    @Test
    void aPathThatWasNotMeasuredIsEstimatedFromOthersOfItsEnds() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 10);
        measured(BERGEN_BKK, OHIO_AMAZON, Quantity.IDLE_RTT, 60);
        measured(USERS_TELENOR, SIMULA_KVANTEL, Quantity.IDLE_RTT, 30);
        statistics.add(new Statistic(path(BERGEN_UNINETT, OHIO_AMAZON), Quantity.IDLE_RTT, 60, 0, 60, 60, 3, TAKEN.minusSeconds(90)));

        // 30 + 60 - 10: the line of the users takes 20 ms more than that of Bergen.
        PathStatistic estimate = figures(USERS_TELENOR, OHIO_AMAZON).idleRtt();
        assertThat(estimate.origin()).isEqualTo(Origin.ESTIMATED);
        assertThat(estimate.samples()).isZero();
        assertThat(estimate.mean()).isCloseTo(80, within(12.0));
        assertThat(estimate.p95()).isEqualTo(estimate.mean() + estimate.halfWidth95());
        assertThat(estimate.halfWidth95()).as("too few could be checked").isGreaterThanOrEqualTo(estimate.mean());
        assertThat(figures(SIMULA_KVANTEL, BERGEN_UNINETT).idleRtt().newest()).isEqualTo(TAKEN.minusSeconds(90));
        assertThat(matrix().path(path(BERGEN_BKK_V6, SIMULA_KVANTEL_V6))).as("of these ends nothing is known").isEmpty();
    }

    @Test
    void whatIsSilentIsNotEstimated() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 10);
        measured(BERGEN_BKK, OHIO_AMAZON, Quantity.IDLE_RTT, 60);
        measured(SIMULA_KVANTEL, OHIO_AMAZON, Quantity.LOSS, 1);

        assertThat(matrix().path(path(SIMULA_KVANTEL, OHIO_AMAZON))).isEmpty();
        assertThat(matrix().path(path(OHIO_AMAZON, SIMULA_KVANTEL))).isEmpty();
    }

    @Test
    void ofTheOtherIpVersionNothingIsSaid() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.IDLE_RTT, 9.5);
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.THROUGHPUT, 236.8e6);
        measured(BERGEN_BKK_V6, SIMULA_KVANTEL_V6, Quantity.IDLE_RTT, 38.9);

        assertThat(figures(BERGEN_BKK_V6, SIMULA_KVANTEL_V6).throughput()).isEmpty();
    }

    @Test
    void pathsWithinASiteAreEstimated() {
        PathFigures within = figures(BERGEN_BKK, BERGEN_UNINETT);

        assertThat(within.idleRtt()).isEqualTo(new PathStatistic(0.2, 0, 0.2, 0.2, 0, NOW, Origin.ESTIMATED));
        assertThat(within.meanThroughput().orElseThrow().value()).isEqualTo(1_000_000_000);
        assertThat(matrix().path(path(BERGEN_BKK, BERGEN_BKK))).isPresent();
    }

    @Test
    void aFlowWithinASiteSaysNothingOfItsLinks() {
        measured(BERGEN_BKK, BERGEN_UNINETT, Quantity.THROUGHPUT, 900e6);
        measured(BERGEN_BKK, OHIO_AMAZON, Quantity.IDLE_RTT, 120);

        assertThat(figures(BERGEN_BKK, OHIO_AMAZON).throughput()).isEmpty();
        assertThat(figures(BERGEN_BKK, BERGEN_UNINETT).meanThroughput().orElseThrow().value()).isEqualTo(900_000_000);
    }

    @Test
    void whatWasNeverMeasuredIsAbsent() {
        measured(BERGEN_BKK, SIMULA_KVANTEL, Quantity.THROUGHPUT, 90e6);
        measured(BERGEN_BKK, new AccessPoint("gone", "Old", IpFamily.IPV4), Quantity.IDLE_RTT, 90);

        assertThat(matrix().all().keySet()).isNotEmpty().allMatch(PathId::withinSite);
    }

    private void measured(AccessPoint from, AccessPoint to, Quantity quantity, double value) {
        statistics.add(new Statistic(path(from, to), quantity, value, 0, value, value, 3, TAKEN));
    }

    private NetworkMatrix matrix() {
        return NetworkMatrixBuilder.build(statistics, Sites.ALL, NOW);
    }

    private PathFigures figures(AccessPoint from, AccessPoint to) {
        return matrix().path(path(from, to)).orElseThrow();
    }

    private static PathId path(AccessPoint from, AccessPoint to) {
        return new PathId(from, to);
    }
}
