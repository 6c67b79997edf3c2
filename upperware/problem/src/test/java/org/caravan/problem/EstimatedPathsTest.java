package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.caravan.problem.TwoSites.BERGEN;
import static org.caravan.problem.TwoSites.HOME;
import static org.caravan.problem.TwoSites.OSLO_FAST;
import static org.caravan.problem.TwoSites.OSLO_NEAR;
import static org.caravan.problem.TwoSites.path;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adaptation.Adaptation;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.junit.jupiter.api.Test;

/** What is estimated counts at the worse end of its bound, as far as the plan is to be robust. */
class EstimatedPathsTest {

    private final Users all = TwoSites.application().users().get(0);

    @Test
    void aGuessedRoundTripTimeCountsAtTheUpperEndOfItsBound() {
        PathChoice choice = entry(1, guess(HOME, BERGEN, 20, 6, 0, 0));
        assertThat(choice.meanRtt().value()).isEqualTo(26);
        assertThat(choice.p95Rtt().value()).isEqualTo(26);
        assertThat(choice.basis()).isEqualTo("estimated, within 6.0 ms of 20.0 ms");
    }

    @Test
    void aGuessedThroughputCountsAtTheLowerEnd() {
        PathChoice choice = entry(1, guess(HOME, BERGEN, 20, 6, 80, 30));
        assertThat(choice.throughput().orElseThrow().value()).isEqualTo(50_000_000);
        // A round trip, and 100 kB at 50 Mbit/s: 16 ms.
        assertThat(choice.latency(new Traffic(1, 100_000), RttStatistic.MEAN).value()).isCloseTo(42, within(1e-9));
        assertThat(choice.basis())
                .isEqualTo("estimated, within 6.0 ms of 20.0 ms; throughput estimated, within 30.0 Mbit/s of 80.0 Mbit/s");
    }

    @Test
    void theThroughputOfAMeasuredPathMayBeAGuessAndIsCalledSo() {
        PathFigures measured = path(HOME, BERGEN, 10, 12, 0, 0);
        PathChoice choice = entry(1, new PathFigures(measured.path(), measured.idleRtt(), Optional.empty(),
                guess(HOME, BERGEN, 20, 6, 80, 30).throughput(), 0));
        assertThat(choice.meanRtt().value()).isEqualTo(10);
        assertThat(choice.throughput().orElseThrow().value()).isEqualTo(50_000_000);
        assertThat(choice.basis())
                .isEqualTo("mean of 16 samples, within 0.5 ms, 0 s old; throughput estimated, within 30.0 Mbit/s of 80.0 Mbit/s");
    }

    @Test
    void halfTheRobustnessIsHalfTheWayAndNoneIsTheBareEstimate() {
        PathChoice half = entry(0.5, guess(HOME, BERGEN, 20, 6, 80, 30));
        assertThat(half.meanRtt().value()).isEqualTo(23);
        assertThat(half.throughput().orElseThrow().value()).isEqualTo(65_000_000);
        PathChoice bare = entry(0, guess(HOME, BERGEN, 20, 6, 80, 30));
        assertThat(bare.meanRtt().value()).isEqualTo(20);
        assertThat(bare.throughput().orElseThrow().value()).isEqualTo(80_000_000);
        // What is promised of the tail does not rest on a guess, however bold the plan.
        assertThat(bare.p95Rtt().value()).isEqualTo(26);
    }

    @Test
    void aBoundAsWideAsTheValueDoesNotMakeALineDead() {
        assertThat(entry(1, guess(HOME, BERGEN, 20, 6, 80, 80)).throughput().orElseThrow().value()).isEqualTo(8_000_000);
        assertThat(entry(1, guess(HOME, BERGEN, 20, 6, 80, 200)).throughput().orElseThrow().value()).isEqualTo(8_000_000);
    }

    @Test
    void aMeasuredPathIsPreferredToAnEstimatedOneThatMayBeWorse() {
        PathFigures[] network = {
            path(HOME, OSLO_FAST, 25, 25, 50, 0), guess(HOME, OSLO_NEAR, 20, 10, 50, 0), path(OSLO_FAST, BERGEN, 10, 10, 50, 0)
        };
        assertThat(model(1, network).entry(all, "web", "box-1").orElseThrow().path().to()).isEqualTo(OSLO_FAST);
        assertThat(model(0, network).entry(all, "web", "box-1").orElseThrow().path().to()).isEqualTo(OSLO_NEAR);
    }

    @Test
    void whatWasMeasuredOnTheWayBackIsNoGuess() {
        PathStatistic back = new PathStatistic(10, 3, 10, 12, 16, TwoSites.NOON, PathStatistic.Origin.ESTIMATED);
        PathChoice choice = entry(1, new PathFigures(new PathId(HOME, BERGEN), back, Optional.empty(), Optional.empty(), 0));
        assertThat(choice.meanRtt().value()).isEqualTo(10);
    }

    @Test
    void anApplicationThatNamesItsRobustnessIsPlannedByIt() {
        PlacementProblem operators = TwoSites.problem(guess(HOME, BERGEN, 20, 6, 80, 30), path(OSLO_FAST, BERGEN, 10, 10, 50, 0));
        assertThat(operators.policy().robustness()).isEqualTo(1);
        ApplicationModel half = with(operators.application(),
                new ApplicationExtras(List.of(), Adaptation.NONE, List.of(), Optional.empty(), Map.of(), Map.of(), Optional.of(0.5)));
        PlacementProblem own = PlacementProblems.of(half, operators.infrastructure(), operators.inventory(), operators.network(),
                Optional.empty(), List.of(),
                operators.policy());
        assertThat(new LatencyModel(own).entry(all, "web", "box-3").orElseThrow().meanRtt().value()).isEqualTo(23);
    }

    @Test
    void robustnessIsAShare() {
        assertThatThrownBy(() -> PlanningPolicy.DEFAULT.withRobustness(1.1)).hasMessage("robustness is 0 to 1: 1.1");
        assertThatThrownBy(() -> PlanningPolicy.DEFAULT.withRobustness(-0.1)).hasMessage("robustness is 0 to 1: -0.1");
    }

    private static ApplicationModel with(ApplicationModel of, ApplicationExtras supplement) {
        return new ApplicationModel(of.name(), of.version(), of.components(), of.locations(), of.separations(), of.users(), of.requests(),
                of.slos(), of.goals(),
                of.onFailure(), supplement);
    }

    /** How users reach Bergen, of which besides something measured is known. */
    private PathChoice entry(double robustness, PathFigures figures) {
        return model(robustness, figures, path(OSLO_FAST, BERGEN, 10, 10, 50, 0)).entry(all, "web", "box-3").orElseThrow();
    }

    private static LatencyModel model(double robustness, PathFigures... network) {
        PlacementProblem problem = TwoSites.problem(Arrays.copyOf(network, network.length));
        return new LatencyModel(problem.withPolicy(problem.policy().withRobustness(robustness)));
    }

    /** Round-trip time in ms, throughput in Mbit/s, each with its bound. */
    private static PathFigures guess(AccessPoint from, AccessPoint to, double rtt, double within, double mbps, double mbpsWithin) {
        return new PathFigures(new PathId(from, to), guess(rtt, within, rtt + within), Optional.empty(),
                mbps > 0 ? Optional.of(guess(mbps * 1e6, mbpsWithin * 1e6, mbps * 1e6)) : Optional.empty(), 0);
    }

    private static PathStatistic guess(double value, double bound, double p95) {
        return new PathStatistic(value, bound, value, p95, 0, TwoSites.NOON, PathStatistic.Origin.ESTIMATED);
    }
}
