package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/**
 * A dear host near the users and a cheap one far away, and a promise of 30 ms: intervals say where to begin, and move nothing by
 * themselves.
 */
class HysteresisTest {

    private static final String NEAR = "dear-1";
    private static final String FAR = "cheap-1";

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void aFirstPlanTakesWhatKeepsThePromiseForSure() {
        assertThat(host(planner.plan(promising(25, 2)))).isEqualTo(FAR);
        assertThat(host(planner.plan(promising(25, 10)))).isEqualTo(NEAR);
        assertThat(host(planner.plan(withRobustness(promising(25, 10), 0.4)))).isEqualTo(FAR);
        assertThat(host(planner.plan(withRobustness(promising(25, 10), 0)))).isEqualTo(FAR);
    }

    @Test
    void anIntervalThatWidensMovesNothing() {
        Planned far = (Planned) planner.plan(promising(25, 2));
        Planned again = (Planned) planner.plan(Replanning.withTarget(promising(25, 10), far.plan()));
        assertThat(host(again)).isEqualTo(FAR);
        assertThat(again.report().notes()).contains(Hysteresis.NOTE);
        assertThat(host(planner.begin(Replanning.withTarget(promising(25, 10), far.plan())).outcome())).isEqualTo(FAR);
    }

    @Test
    void aValueThatBreaksThePromiseDoes() {
        Planned far = (Planned) planner.plan(promising(25, 2));
        assertThat(host(planner.plan(Replanning.withTarget(promising(32, 2), far.plan())))).isEqualTo(NEAR);
    }

    @Test
    void whatBecomesSureIsTakenOnceAndForAll() {
        Planned near = (Planned) planner.plan(promising(25, 10));
        Planned far = (Planned) planner.plan(Replanning.withTarget(promising(25, 2), near.plan()));
        assertThat(host(far)).isEqualTo(FAR);
        assertThat(host(planner.plan(Replanning.withTarget(promising(25, 10), far.plan())))).isEqualTo(FAR);
    }

    @Test
    void whereNothingIsSureValuesCountAndThePlanSaysSo() {
        Map<String, String> withoutNear = Map.of(NEAR, "drained");
        Planned far = (Planned) planner.plan(promising(25, 10).excluding(withoutNear));
        assertThat(host(far)).isEqualTo(FAR);
        assertThat(far.report().notes()).contains(Hysteresis.NOT_SURE);
        assertThat(planner.plan(promising(32, 1).excluding(withoutNear))).isInstanceOf(NoPlacement.class);
    }

    @Test
    void withoutAPromiseIntervalsSayNothing() {
        PlacementProblem wide = problem(25, 10, List.of());
        assertThat(host(planner.plan(wide))).isEqualTo(FAR);
        assertThat(((Planned) planner.plan(wide)).plan().instances())
                .isEqualTo(((Planned) planner.plan(problem(25, 1, List.of()))).plan().instances());
    }

    private static String host(PlanningOutcome outcome) {
        return ((Planned) outcome).plan().instance(new InstanceId("web", 1)).orElseThrow().hostId();
    }

    private static PlacementProblem withRobustness(PlacementProblem problem, double robustness) {
        return problem.withPolicy(problem.policy().withRobustness(robustness));
    }

    /** @param far ms from the users to the far site, within so many ms */
    private static PlacementProblem promising(double far, double within) {
        return problem(far, within, List.of(new Slo("soon", 50, "read", new Millis(30))));
    }

    private static PlacementProblem problem(double far, double within, List<Slo> slos) {
        Infrastructure infrastructure = new Infrastructure("two", List.of(
                SockShop.type("dear", Architecture.AMD64, 2, 1_024, 9_000), SockShop.type("cheap", Architecture.AMD64, 2, 1_024, 500)),
                        List.of(
                SockShop.site("near", SiteKind.EDGE, "NO", 60, 10, 1, List.of("A/4"), NEAR),
                SockShop.site("far", SiteKind.EDGE, "NO", 61, 11, 2, List.of("A/4"), FAR),
                SockShop.site("users", SiteKind.USERS, "NO", 60, 10, 3, List.of("A/4"))));
        ApplicationModel model = new ApplicationModel("shop", "1", List.of(SockShop.component("web", false, 500, 128)), List.of(),
                List.of(SockShop.users("all", "users", "A", IpFamily.IPV4, 10, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop(Hop.USERS, "web", 1, 0)))), slos, List.of(new Goal.MinimiseCost(1)));
        return PlacementProblems.of(model, infrastructure, SockShop.inventory(infrastructure),
                NetworkMatrix.of(List.of(path("near", 10, 0.5), path("far", far, within))),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static PathFigures path(String site, double rtt, double within) {
        PathStatistic figure = new PathStatistic(rtt, within, rtt, rtt + within, 4, Instant.parse("2026-11-21T12:00:00Z"),
                PathStatistic.Origin.MEASURED);
        return new PathFigures(new PathId(new AccessPoint("users", "A", IpFamily.IPV4), new AccessPoint(site, "A", IpFamily.IPV4)), figure,
                Optional.empty(),
                Optional.empty(), 0);
    }
}
