package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.ResourceLimits;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.PlanReport.TippingPoint;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** Each rule has something to say where it should and is silent where it should be. */
class PlanLintTest {

    private final PlacementProblem problem = TwoSites.problem(Optional.empty(), List.of());
    private final DeploymentPlan plan = TwoSites.plan(problem, "box-1", "box-3");

    @Test
    void aPlanWithoutDoubtsHasNoRemarks() {
        assertThat(PlanLint.of(problem, plan, report(30, "mean of 16 samples, 5 s old", new Certificate(100, 100), List.of()))).isEmpty();
    }

    @Test
    void everythingThatIsDoubtfulIsSaidTheWorstFirst() {
        TippingPoint near = new TippingPoint("price of box", false, 8, 10, "EUR/month", "web:1 moves to box-3");
        TippingPoint far = new TippingPoint("price of box", true, 80, 10, "EUR/month", "web:1 moves to box-3");
        List<Remark> remarks = PlanLint.of(away(), crowded(), report(48, "estimated", new Certificate(1_000, 900), List.of(near, far)));
        GoldenText.check("lint", remarks.stream().map(Remark::text).collect(Collectors.joining("\n", "", "\n")));
    }

    @Test
    void aPromiseThatIsMissedIsAnError() {
        assertThat(PlanLint.of(problem, plan, report(51, "mean of 16 samples, 5 s old", Certificate.NONE, List.of()))).singleElement()
                .hasToString(
                        "Remark[severity=error, code=promise-missed, message=The slo (fast) is missed: read of users (all) takes 51.0 ms "
                        + "of less"
                        + " than 50.0 ms., suggestion=plan again with the current measurements.]");
    }

    @Test
    void moreMemoryPromisedThanThereIsIsSaid() {
        InstancePlacement web = plan.instance(new InstanceId("web", 1)).orElseThrow();
        CopySpec greedy = web.spec().withCeiling(new ResourceLimits(Optional.empty(), Optional.of(Bytes.ofMebi(2_000))));
        InstancePlacement placed = new InstancePlacement(web.instance(), web.siteId(), web.hostId(), web.generation(), web.addressSlot(),
                greedy);
        DeploymentPlan promised = new DeploymentPlan(plan.application(), plan.applicationVersion(), plan.parentId(), plan.generation(),
                List.of(placed, plan.instance(new InstanceId("db", 1)).orElseThrow()), plan.links(), plan.entries());
        assertThat(PlanLint.of(problem, promised, report(1, "measured", Certificate.NONE, List.of()))).extracting(Object::toString)
                .anySatisfy(text -> assertThat(text).contains("memory-overcommitted")
                        .contains("may take more memory than it has: 2000 MiB of 1 GiB"));
    }

    private PlacementProblem away() {
        return new PlacementProblem(problem.application(), problem.infrastructure(),
                new Inventory(problem.inventory().hosts(), List.of(new UnobservedHost("box-9", "connection refused"))), problem.network(),
                problem.parentId(), problem.generation(), problem.current(), problem.reservedElsewhere(), problem.takenSlots(),
                        problem.policy());
    }

    /** Two replicas of the web component on the host of the first, which they nearly fill. */
    private DeploymentPlan crowded() {
        InstancePlacement web = plan.instance(new InstanceId("web", 1)).orElseThrow();
        InstancePlacement db = plan.instance(new InstanceId("db", 1)).orElseThrow();
        return new DeploymentPlan(plan.application(), plan.applicationVersion(), plan.parentId(), plan.generation(),
                List.of(large(web, 1), large(web, 2), db), plan.links(), plan.entries());
    }

    private static InstancePlacement large(InstancePlacement placed, int index) {
        CopySpec spec = placed.spec();
        return new InstancePlacement(new InstanceId("web", index), placed.siteId(), placed.hostId(), placed.generation(),
                placed.addressSlot() + index,
                new CopySpec(spec.form(), spec.image(), new MilliCores(950), Bytes.ofMebi(64), spec.environment(), spec.endpoints(),
                        spec.addresses(), spec.secrets(), spec.disk(), spec.ceiling(), spec.scripts()));
    }

    private static PlanReport report(double millis, String basis, Certificate certificate, List<TippingPoint> points) {
        return new PlanReport(MonthlyCost.ZERO, certificate,
                List.of(new RequestLatency("read", "all", new Millis(millis), new Millis(millis),
                        List.of(new SloLatency("fast", 95, new Millis(50), new Millis(millis))), true,
                        List.of(new HopLatency("users", "web", "home.Near/ipv4 -> oslo.Near/ipv4", 1, new Millis(millis),
                                new Millis(millis), basis)))),
                List.of(), List.of(), points, List.of());
    }
}
