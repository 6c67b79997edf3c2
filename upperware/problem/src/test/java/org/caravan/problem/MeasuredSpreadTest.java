package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.caravan.problem.TwoSites.BERGEN;
import static org.caravan.problem.TwoSites.HOME;
import static org.caravan.problem.TwoSites.OSLO_FAST;
import static org.caravan.problem.TwoSites.path;

import java.util.List;
import java.util.Optional;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/**
 * Promises count what was measured at the worse end of its confidence interval, as far as the plan is to be robust; goals count its value.
 */
class MeasuredSpreadTest {

    private static final Traffic TRAFFIC = new Traffic(1, 100_000);

    private final Users all = TwoSites.application().users().get(0);

    @Test
    void goalsCountTheValue() {
        PathChoice choice = entry(1, 20, 6, 24, 80, 30);
        // A round trip, and 100 kB at 80 Mbit/s: 10 ms.
        assertThat(choice.latency(TRAFFIC, RttStatistic.MEAN).value()).isCloseTo(30, within(1e-9));
        assertThat(choice.latency(TRAFFIC, RttStatistic.P95).value()).isCloseTo(34, within(1e-9));
    }

    @Test
    void promisesCountTheWorseEndOfTheInterval() {
        PathChoice choice = entry(1, 20, 6, 24, 80, 30);
        // 26 ms, and 100 kB at 50 Mbit/s: 16 ms.
        assertThat(choice.latency(TRAFFIC, RttStatistic.PROMISED_MEAN).value()).isCloseTo(42, within(1e-9));
        assertThat(choice.basis()).isEqualTo("mean of 4 samples, within 6.0 ms, 0 s old; throughput within 30.0 Mbit/s of 80.0 Mbit/s");
        // Those on the tail count it where the tail of few samples is nearer than their mean may be.
        assertThat(choice.rtt(RttStatistic.PROMISED_P95).value()).isEqualTo(26);
        assertThat(entry(1, 20, 6, 34, 80, 30).rtt(RttStatistic.PROMISED_P95).value()).isEqualTo(34);
    }

    @Test
    void halfTheRobustnessIsHalfTheWayAndNoneIsTheValue() {
        assertThat(entry(0.5, 20, 6, 24, 80, 30).rtt(RttStatistic.PROMISED_MEAN).value()).isEqualTo(23);
        assertThat(entry(0.5, 20, 6, 24, 80, 30).promised().throughput().orElseThrow().value()).isEqualTo(65_000_000);
        assertThat(entry(0, 20, 6, 24, 80, 30).latency(TRAFFIC, RttStatistic.PROMISED_MEAN).value()).isCloseTo(30, within(1e-9));
    }

    @Test
    void anIntervalOfTwoSamplesDoesNotMakeAPathEndless() {
        PathChoice choice = entry(1, 20, 180, 24, 80, 700);
        assertThat(choice.latency(TRAFFIC, RttStatistic.PROMISED_MEAN).value()).isCloseTo(60, within(1e-9));
    }

    @Test
    void withoutPromisesOrRobustnessIntervalsAreNoDifference() {
        PlacementProblem problem = TwoSites.problem(measured(20, 6, 24, 80, 30));
        PlacementProblem promising = problem.withApplication(TwoSites.promising(new Slo("soon", 50, "read", new Millis(100))));
        PlacementProblem values = promising.byValue();
        assertThat(values).isNotSameAs(promising);
        assertThat(values.byValue()).isSameAs(values);
        PlacementProblem bold = promising.withPolicy(promising.policy().withRobustness(0));
        assertThat(bold.byValue()).isSameAs(bold);
        PlacementProblem unpromising = problem.withApplication(TwoSites.promising());
        assertThat(unpromising.byValue()).isSameAs(unpromising);
        PathFigures sure = values.network().path(new PathId(HOME, BERGEN)).orElseThrow();
        assertThat(List.of(sure.idleRtt().mean(), sure.idleRtt().p95(), sure.idleRtt().halfWidth95())).containsExactly(20.0, 24.0, 0.0);
    }

    @Test
    void aP99CountsWhereAPromiseAsksForItAndItIsKnown() {
        PathFigures known = measured(20, 6, 24, 80, 30);
        PathFigures tailed = tailed(known, 60);
        PathChoice asked = entry(99, tailed);
        assertThat(asked.rtt(RttStatistic.PROMISED_P99).value()).isEqualTo(60);
        assertThat(asked.rtt(RttStatistic.PROMISED_P95).value()).isEqualTo(26);
        assertThat(asked.rtt(RttStatistic.P95).value()).isEqualTo(24);
        assertThat(asked.basis())
                .isEqualTo(
                "mean of 4 samples, within 6.0 ms, 0 s old; throughput within 30.0 Mbit/s of 80.0 Mbit/s; p99 60.0 ms of 400 samples");
        assertThat(entry(99, known).rtt(RttStatistic.PROMISED_P99).value()).as("it is not known").isEqualTo(26);
        PathChoice unasked = entry(95, tailed);
        assertThat(unasked.promised()).isEqualTo(entry(95, known).promised());
        assertThat(unasked.basis()).isEqualTo(entry(95, known).basis());
        PathFigures near = tailed(known, 25);
        assertThat(entry(99, near).rtt(RttStatistic.PROMISED_P99).value()).as("never below what is promised of the p95").isEqualTo(26);
    }

    @Test
    void aP99IsAValueByItself() {
        PathFigures known = measured(20, 6, 24, 80, 30);
        PathFigures tailed = tailed(known, 60);
        PlacementProblem promising = TwoSites.problem(tailed)
                .withApplication(TwoSites.promising(new Slo("soon", 99, "read", new Millis(100))));
        assertThat(promising.byValue().network().path(new PathId(HOME, BERGEN)).orElseThrow().idleRtt().p99()).contains(new P99(60, 400));
    }

    @Test
    void aProblemTellsOfAP99WhereItCounts() {
        PathFigures known = measured(20, 6, 24, 80, 30);
        PathFigures tailed = tailed(known, 60);
        assertThat(TwoSites.problem(tailed).canonicalText()).isEqualTo(TwoSites.problem(known).canonicalText());
        assertThat(TwoSites.problem(tailed).withApplication(TwoSites.promising(new Slo("soon", 99, "read", new Millis(100))))
                .canonicalText())
                .contains("  idle rtt p99 60.0 ms from 400 samples\n");
    }

    private static PathFigures tailed(PathFigures known, double p99) {
        return new PathFigures(known.path(), known.idleRtt().withP99(Optional.of(new P99(p99, 400))), known.loadedRtt(), known.throughput(),
                known.loss());
    }

    private PathChoice entry(double percentile, PathFigures figures) {
        PlacementProblem problem = TwoSites.problem(figures, path(OSLO_FAST, BERGEN, 10, 10, 50, 0));
        return new LatencyModel(problem.withApplication(TwoSites.promising(new Slo("soon", percentile, "read", new Millis(100)))))
                .entry(all, "web", "box-3").orElseThrow();
    }

    private PathChoice entry(double robustness, double rtt, double within, double p95, double mbps, double mbpsWithin) {
        PlacementProblem problem = TwoSites.problem(measured(rtt, within, p95, mbps, mbpsWithin), path(OSLO_FAST, BERGEN, 10, 10, 50, 0));
        return new LatencyModel(problem.withPolicy(problem.policy().withRobustness(robustness))).entry(all, "web", "box-3").orElseThrow();
    }

    private static PathFigures measured(double rtt, double within, double p95, double mbps, double mbpsWithin) {
        return new PathFigures(new PathId(HOME, BERGEN), figure(rtt, within, p95), Optional.empty(),
                Optional.of(figure(mbps * 1e6, mbpsWithin * 1e6, mbps * 1e6)), 0);
    }

    private static PathStatistic figure(double value, double within, double p95) {
        return new PathStatistic(value, within, value, p95, 4, TwoSites.NOON, PathStatistic.Origin.MEASURED);
    }
}
