package org.caravan.solver.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport.TippingPoint;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.SockShop;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

/** What is said to change a plan changes it: planned again beyond the value, it is another one. */
class SensitivityAnalysisTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void beyondEachValueThePlanIsAnotherOneAndShortOfItNeighboursAreNoBetter() {
        PlacementProblem problem = withinTheInitialWindow(SockShop.first());
        DeploymentPlan plan = ((Planned) planner.plan(problem)).plan();
        List<TippingPoint> points = ((Planned) planner.plan(problem)).report().tippingPoints();
        PlacementProblem running = withinTheInitialWindow(SockShop.problem(Map.of(), Optional.of(plan)));

        assertThat(points).isNotEmpty().anyMatch(point -> point.what().startsWith("RTT"))
                .anyMatch(point -> point.what().startsWith("price"));
        for (TippingPoint point : points) {
            double beyond = point.above() ? point.limit() * 1.01 + 0.2 : Math.max(0, point.limit() * 0.99 - 0.2);
            PlanningOutcome then = planner.plan(supposed(point, beyond).appliedTo(running));
            assertThat(places(then)).as(point.toString()).isNotEqualTo(places(new Planned(plan, null)));
            double rounding = point.unit().equals("ms") ? 0.2 : 0.02;
            double shortOf = point.above() ? Math.max(point.now(), point.limit() - rounding)
                    : Math.min(point.now(), point.limit() + rounding);
            assertThat(new StabilityCheck(plan).under(supposed(point, shortOf).appliedTo(running)).changed()).as(point.toString())
                    .isFalse();
        }
    }

    /** Answers of 12 KiB, so that costs of hosts do not decide everything, as they do if each answer waits in slow start. */
    private static PlacementProblem withinTheInitialWindow(PlacementProblem problem) {
        ApplicationModel model = problem.application();
        List<Request> requests = model.requests().stream().map(request -> new Request(request.id(), request.hops().stream()
                .map(hop -> new Hop(hop.from(), hop.to(), hop.turns(), new Bytes(Math.min(12 << 10, hop.bytes().value())))).toList()))
                .toList();
        return problem.withApplication(new ApplicationModel(model.name(), model.version(), model.components(), model.locations(),
                model.separations(), model.users(), requests, model.slos(), model.goals(), model.onFailure(), model.supplement()));
    }

    private static Assumptions supposed(TippingPoint point, double value) {
        String number = String.format(Locale.ROOT, "=%.3f", value);
        return Assumptions.parse(List.of(point.unit().equals("ms")
                ? "rtt " + point.what().substring(4).replace(" <-> ", "<->") + number + "ms"
                : "price " + point.what().substring(9) + number + "EUR"));
    }

    private static List<String> places(PlanningOutcome outcome) {
        List<String> places = new ArrayList<>();
        if (outcome instanceof Planned planned) {
            for (InstancePlacement placed : planned.plan().instances()) {
                places.add(placed.instance() + " " + placed.hostId());
            }
        }
        return places;
    }
}
