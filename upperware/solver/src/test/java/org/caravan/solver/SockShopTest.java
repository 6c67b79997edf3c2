package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.junit.jupiter.api.Test;

/** A plan, its report and what a slower site changes, as people read them. */
class SockShopTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void planAndReportAreAsExpected() {
        PlacementProblem problem = SockShop.first();
        PlanningOutcome.Planned planned = planned(problem);
        GoldenText.check("sock-shop.plan", planned.plan().canonicalText());
        GoldenText.checkForTerminal("sock-shop.report", 120, PlanReportText.of(planned.report()));
        GoldenText.checkForTerminal("sock-shop.first-diff", 120,
                PlanDiff.of(Optional.empty(), planned.plan(), problem).canonicalText());
    }

    @Test
    void forComparisonItIsTheSamePlanWithoutReasons() {
        PlanningOutcome.Planned whole = planned(SockShop.first());
        PlanningOutcome.Planned compared = (PlanningOutcome.Planned) planner.planForComparison(SockShop.first());
        assertThat(compared.plan()).isEqualTo(whole.plan());
        assertThat(compared.report().certificate()).isEqualTo(whole.report().certificate());
        assertThat(compared.report().cost()).isEqualTo(whole.report().cost());
        assertThat(compared.report().tippingPoints()).isEmpty();
        assertThat(compared.report().instances()).isEmpty();
    }

    @Test
    void aSlowerSiteLosesTheFrontEnd() {
        DeploymentPlan before = planned(SockShop.first()).plan();
        String siteId = before.instance(new InstanceId("frontend", 1)).orElseThrow().siteId();
        PlacementProblem degraded = SockShop.problem(Map.of(siteId, 400.0), Optional.of(before));
        PlanningOutcome.Planned after = planned(degraded);
        PlanDiff diff = PlanDiff.of(Optional.of(before), after.plan(), degraded);
        assertThat(after.plan().instance(new InstanceId("frontend", 1)).orElseThrow().siteId()).isNotEqualTo(siteId);
        GoldenText.checkForTerminal("sock-shop.degraded-diff", 120, diff.canonicalText());
        GoldenText.checkForTerminal("sock-shop.degraded-report", 120, PlanReportText.of(after.report()));
    }

    @Test
    void whatNoGoalPullsGoesWhereItsRequestsAreServedSoonest() {
        ApplicationModel model = SockShop.application();
        ApplicationModel browsing = new ApplicationModel(model.name(), model.version(), model.components(), model.locations(),
                model.users(), model.requests(), model.slos(), List.of(new Goal.MinimiseLatency("browse", 3)));
        DeploymentPlan plan = planned(SockShop.problem(browsing, Map.of(), Optional.empty())).plan();
        assertThat(plan.instances())
                .filteredOn(placement -> Set.of("user", "carts").contains(placement.instance().componentId()))
                .hasSize(2)
                .allSatisfy(placement -> assertThat(placement.hostId()).isEqualTo("server-1"));
    }

    private PlanningOutcome.Planned planned(PlacementProblem problem) {
        PlanningOutcome outcome = planner.plan(problem);
        assertThat(outcome).isInstanceOf(PlanningOutcome.Planned.class);
        return (PlanningOutcome.Planned) outcome;
    }
}
