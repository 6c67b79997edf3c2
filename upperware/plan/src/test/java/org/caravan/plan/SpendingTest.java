package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Limit;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** Cost beside its limits, and power, in figures and words. A box has 2 cores and costs 10 EUR; web and db reserve a quarter of a core each. */
class SpendingTest {

    private final PlacementProblem problem = powered(TwoSites.problem(Optional.empty(), List.of()));
    private final DeploymentPlan apart = TwoSites.plan(problem, "box-1", "box-3");
    private final DeploymentPlan together = TwoSites.plan(problem, "box-1", "box-1");

    @Test
    void powerIsIdleOncePerHostAndTheRestByCores() {
        assertThat(new PlanFigures(problem, apart).watts()).contains(2 * (10 + 4.0));
        assertThat(new PlanFigures(problem, together).watts()).contains(10 + 8.0);
        // Who is awake for others adds only what goes with the processor.
        PlacementProblem shared = powered(TwoSites.problem(Optional.empty(),
                List.of(new OtherPlacement("oslo", "box-1", 100, new Reservation(new MilliCores(1), new Bytes(1))))));
        assertThat(new PlanFigures(shared, together).watts()).contains(8.0);
        PlacementProblem unstated = TwoSites.problem(Optional.empty(), List.of());
        assertThat(new PlanFigures(unstated, apart).watts()).isEmpty();
        assertThat(new PlanFigures(unstated, apart).watts(Map.of("box-1", new HostPower(1, 1)))).isEmpty();
        assertThat(new PlanFigures(unstated, apart).watts(Map.of("box-1", new HostPower(1, 1), "box-3", new HostPower(2, 2)))).contains(3.0);
        assertThat(new PlanFigures(problem, together).watts(Map.of("box-1", new HostPower(1, 1)))).contains(18.0);
    }

    @Test
    void reportAndDifferenceSayWhatIsSpent() {
        PlanReport report = report(2_000, List.of(limit("spend", 2_100), limit("year", 30_000)), Optional.of(18.0));
        assertThat(PlanReportText.of(report)).startsWith(
                "cost 20.00 EUR/month of at most 21.00 EUR/month (limit spend), of at most 300.00 EUR/month (limit year)\npower 18.0 W\n");
        PlanDiff diff = PlanDiff.of(Optional.of(apart), together, problem);
        assertThat(diff.canonicalText()).contains("cost 20.00 EUR/month -> 10.00 EUR/month\npower 28.0 W -> 18.0 W\n");
        assertThat(PlanScreenText.of(report, diff, "")).startsWith("cost 20.00 EUR/month -> 20.00 EUR/month (limit spend: 21.00); power 28.0 W -> 18.0 W\n");
        assertThat(PlanDiff.of(Optional.empty(), together, problem).canonicalText()).contains("power none -> 18.0 W\n");
    }

    @Test
    void aLimitThatIsNearlyReachedIsRemarkedOn() {
        assertThat(remarks(2_000, 2_000)).containsExactly("limit-close");
        assertThat(remarks(1_900, 2_000)).isEmpty();
        assertThat(remarks(2_001, 2_000)).containsExactly("limit-exceeded");
        assertThat(PlanLint.of(problem, apart, report(1_950, List.of(limit("spend", 2_000)), Optional.empty()))).extracting(Remark::text).containsExactly(
                "warning: The limit (spend) is nearly reached: the plan costs 19.50 EUR/month of at most 20.00 EUR/month. [limit-close]\n"
                        + "    Maybe allow more, or look for what costs most: caravan whatif.");
    }

    @Test
    void diskIsInThePlanAndInWhatOthersReserveAndMakesNoCopyAnew() {
        ApplicationModel model = TwoSites.application();
        ApplicationModel asking = model.withComponents(model.components().stream().map(part -> new Component(part.id(), part.stateful(), 1,
                part.forms().stream().map(form -> form.withDisk(Bytes.ofMebi(512))).toList(), part.provides(), part.requires())).toList());
        DeploymentPlan plan = TwoSites.plan(TwoSites.problem(asking, Optional.empty(), List.of()), "box-1", "box-3");
        assertThat(plan.instances()).allSatisfy(placed -> {
            assertThat(placed.asOtherPlacement(Map.of()).reservation().diskBytes()).isEqualTo(Bytes.ofMebi(512));
            assertThat(placed.spec().canonicalText()).doesNotContain("disk");
        });
        assertThat(plan.canonicalText()).contains("  disk 512 MiB\n");
        assertThat(apart.canonicalText()).doesNotContain("disk");
        assertThat(new Form(FormKind.CONTAINER, "a", new MilliCores(1), new Bytes(1), model.components().get(0).forms().get(0).architectures(), Map.of(), List.of(), null, null, null, null)
                .diskBytes()).isEqualTo(new Bytes(0));
    }

    /** Another certificate and more notes: what the plan costs, leaves out and is worth stays. */
    @Test
    void aReportWithMoreNotesKeepsAllElse() {
        PlanReport report = new PlanReport(new MonthlyCost(7), Certificate.NONE, List.of(), List.of(), List.of(), List.of(), List.of("one"),
                List.of(limit("spend", 9)), Optional.of(3.5), Optional.empty(),
                List.of(new Egress(new AccessLink("ohio", "Amazon"), 1, new DataPrice(90_000), new MonthlyCost(9))),
                List.of(new UtilityFigure("delay", 1, 2, "ms", Optional.empty())));
        assertThat(report.with(new Certificate(2, 1), List.of("two"))).usingRecursiveComparison().ignoringFields("certificate", "notes").isEqualTo(report);
        assertThat(report.with(new Certificate(2, 1), List.of("two")).notes()).containsExactly("one", "two");
    }

    private List<String> remarks(long cents, long most) {
        return PlanLint.of(problem, apart, report(cents, List.of(limit("spend", most)), Optional.empty())).stream().map(Remark::code).toList();
    }

    private static Limit limit(String id, long cents) {
        return new Limit(id, new MonthlyCost(cents));
    }

    private static PlanReport report(long cents, List<Limit> limits, Optional<Double> watts) {
        return new PlanReport(new MonthlyCost(cents), Certificate.NONE, List.of(), List.of(), List.of(), List.of(), List.of(), limits, watts, Optional.empty(), List.of(), List.of());
    }

    private static PlacementProblem powered(PlacementProblem problem) {
        Infrastructure before = problem.infrastructure();
        return problem.withInfrastructure(new Infrastructure(before.name(),
                before.hostTypes().stream().map(type -> type.withPower(new HostPower(10, 42))).toList(), before.sites()));
    }
}
