package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Limit;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.figure.CostAllocations;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.report.PlanReportText;
import org.caravan.plan.report.PlanScreenText;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/**
 * Cost beside its limits, and power, in figures and words. A box has 2 cores and costs 10 EUR; web and db reserve a quarter of a core each.
 */
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
        assertThat(new PlanFigures(unstated, apart).watts(Map.of("box-1", new HostPower(1, 1), "box-3", new HostPower(2, 2))))
                .contains(3.0);
        assertThat(new PlanFigures(problem, together).watts(Map.of("box-1", new HostPower(1, 1)))).contains(18.0);
    }

    @Test
    void reportAndDifferenceSayWhatIsSpent() {
        PlanReport report = report(2_000, List.of(limit("spend", 2_100), limit("year", 30_000)), Optional.of(18.0));
        assertThat(PlanReportText.of(report)).startsWith(
                "cost 20.00 EUR/month of at most 21.00 EUR/month (limit spend), of at most 300.00 EUR/month (limit year)\npower 18.0 W\n");
        PlanDiff diff = PlanDiff.of(Optional.of(apart), together, problem);
        assertThat(diff.canonicalText()).contains("cost 20.00 EUR/month -> 10.00 EUR/month\npower 28.0 W -> 18.0 W\n");
        assertThat(PlanScreenText.of(report, diff, ""))
                .startsWith("cost 20.00 EUR/month -> 20.00 EUR/month (limit spend: 21.00); power 28.0 W -> 18.0 W\n");
        assertThat(PlanDiff.of(Optional.empty(), together, problem).canonicalText()).contains("power none -> 18.0 W\n");
    }

    /** Both of web and db have half a core and 128 MiB; the others as much of a core and three times the memory. */
    @Test
    void aSharedHostIsNoPartOfTheCostAndToldBesideIt() {
        List<OtherPlacement> others = List.of(other("box-1", 500, 384));
        PlanFigures figures = new PlanFigures(TwoSites.problem(Optional.empty(), others), together);
        assertThat(figures.cost()).isEqualTo(MonthlyCost.ZERO);
        assertThat(figures.shared()).containsExactly(new CostAllocation("box-1", new MonthlyCost(1_000), new MonthlyCost(375), true));
        PlanReport report = report(0, List.of(limit("spend", 2_000)), Optional.empty()).withShared(figures.shared());
        assertThat(PlanReportText.of(report)).startsWith("cost 0.00 EUR/month of at most 20.00 EUR/month (limit spend)\n"
                + "  host box-1 is shared: of its 10.00 EUR/month, which others pay already, 3.75 by size of what sits there\n");
        assertThat(PlanScreenText.of(report, PlanDiff.of(Optional.empty(), together, problem), ""))
                .startsWith("cost 0.00 EUR/month (shared hosts: 3.75 of 10.00) (limit spend: 20.00)");
        assertThat(report.with(Certificate.NONE, List.of("more")).shared()).isEqualTo(figures.shared());
    }

    @Test
    void sharesOfAllMakeUpTheWholeHoweverManyThereAre() {
        OtherPlacement small = other("box-1", 100, 700);
        OtherPlacement large = other("box-1", 900, 40);
        List<CostAllocation> ours = CostAllocations.of(problem.infrastructure(), together, List.of(small, large));
        assertThat(ours).singleElement().satisfies(share -> assertThat(share.share().value() + theirs(small, large) + theirs(large, small))
                .isBetween(999L, 1_001L));
        assertThat(CostAllocations.of(problem.infrastructure(), apart, List.of(small)))
                .extracting(CostAllocation::hostId, CostAllocation::shared)
                .containsExactly(tuple("box-1", true), tuple("box-3", false));
        assertThat(CostAllocations.of(problem.infrastructure(), apart, List.<OtherPlacement>of())).allMatch(host -> !host.shared()
                && host.share().equals(host.whole()));
    }

    /** As an application would have it that reserves as much. */
    private long theirs(OtherPlacement one, OtherPlacement another) {
        Map<String, Reservation> rest = Map.of("box-1", new Reservation(new MilliCores(500), Bytes.ofMebi(128))
                .plus(another.reservation()));
        CopySpec spec = new CopySpec("other", one.reservation().cpu(), one.reservation().memory(), Map.of(), List.of(), List.of());
        DeploymentPlan alone = new DeploymentPlan("other", "1", Optional.empty(), 1,
                List.of(new InstancePlacement(new InstanceId("other", 1), "oslo", "box-1", 1, 100, spec)), List.of(), List.of());
        return CostAllocations.of(problem.infrastructure(), alone, rest).get(0).share().value();
    }

    @Test
    void whatIsLeftToOthersIsKnown() {
        PlacementProblem moved = TwoSites.problem(Optional.of(together), List.of(other("box-1", 500, 384)));
        assertThat(new PlanFigures(moved, TwoSites.plan(moved, "box-3", "box-3")).leftToOthers())
                .containsExactly(Map.entry("box-1", new MonthlyCost(1_000)));
        assertThat(new PlanFigures(moved, together).leftToOthers()).isEmpty();
        PlacementProblem alone = TwoSites.problem(Optional.of(together), List.of());
        assertThat(new PlanFigures(alone, TwoSites.plan(alone, "box-3", "box-3")).leftToOthers()).isEmpty();
    }

    private static OtherPlacement other(String hostId, long milliCores, long mebibytes) {
        return new OtherPlacement("oslo", hostId, 100, new Reservation(new MilliCores(milliCores), Bytes.ofMebi(mebibytes)));
    }

    @Test
    void aLimitThatIsNearlyReachedIsRemarkedOn() {
        assertThat(remarks(2_000, 2_000)).containsExactly("limit-close");
        assertThat(remarks(1_900, 2_000)).isEmpty();
        assertThat(remarks(2_001, 2_000)).containsExactly("limit-exceeded");
        assertThat(PlanLint.of(problem, apart, report(1_950, List.of(limit("spend", 2_000)), Optional.empty()))).extracting(Remark::text)
                .containsExactly(
                "warning: The limit (spend) is nearly reached: the plan costs 19.50 EUR/month of at most 20.00 EUR/month. [limit-close]\n"
                        + "    Maybe raise the limit, or find the largest cost: caravan whatif.");
    }

    @Test
    void diskIsInThePlanAndInWhatOthersReserveAndMakesNoCopyAnew() {
        ApplicationModel model = TwoSites.application();
        ApplicationModel asking = model.withComponents(model.components().stream().map(part -> new Component(part.id(), part.stateful(), 1,
                part.forms().stream().map(form -> form.withDisk(Bytes.ofMebi(512))).toList(), part.provides(), part.requires())).toList());
        DeploymentPlan plan = TwoSites.plan(TwoSites.problem(asking, Optional.empty(), List.of()), "box-1", "box-3");
        assertThat(plan.instances()).allSatisfy(placed -> {
            assertThat(placed.asOtherPlacement(Map.of(), ReservedResponses.NONE).reservation().diskBytes()).isEqualTo(Bytes.ofMebi(512));
            assertThat(placed.spec().canonicalText()).doesNotContain("disk");
        });
        assertThat(plan.canonicalText()).contains("  disk 512 MiB\n");
        assertThat(apart.canonicalText()).doesNotContain("disk");
        assertThat(new Form(FormKind.CONTAINER, "a", new MilliCores(1), new Bytes(1),
                model.components().get(0).forms().get(0).architectures(), Map.of(), List.of(), null, null, null, null)
                .diskBytes()).isEqualTo(new Bytes(0));
    }

    /** Another certificate and more notes: what the plan costs, leaves out and is worth stays. */
    @Test
    void aReportWithMoreNotesKeepsAllElse() {
        PlanReport report = new PlanReport(new MonthlyCost(7), Certificate.NONE, List.of(), List.of(), List.of(), List.of(), List.of("one"),
                List.of(limit("spend", 9)), Optional.of(3.5), Optional.empty(),
                List.of(new Egress(new AccessLink("ohio", "Amazon"), 1, new DataPrice(90_000), new MonthlyCost(9))),
                List.of(new UtilityFigure("delay", 1, 2, "ms", Optional.empty())));
        assertThat(report.with(new Certificate(2, 1), List.of("two"))).usingRecursiveComparison().ignoringFields("certificate", "notes")
                .isEqualTo(report);
        assertThat(report.with(new Certificate(2, 1), List.of("two")).notes()).containsExactly("one", "two");
    }

    private List<String> remarks(long cents, long most) {
        return PlanLint.of(problem, apart, report(cents, List.of(limit("spend", most)), Optional.empty())).stream().map(Remark::code)
                .toList();
    }

    private static Limit limit(String id, long cents) {
        return new Limit(id, new MonthlyCost(cents));
    }

    private static PlanReport report(long cents, List<Limit> limits, Optional<Double> watts) {
        return new PlanReport(new MonthlyCost(cents), Certificate.NONE, List.of(), List.of(), List.of(), List.of(), List.of(), limits,
                watts, Optional.empty(), List.of(), List.of());
    }

    private static PlacementProblem powered(PlacementProblem problem) {
        Infrastructure before = problem.infrastructure();
        return problem.withInfrastructure(new Infrastructure(before.name(),
                before.hostTypes().stream().map(type -> type.withPower(new HostPower(10, 42))).toList(), before.sites()));
    }
}
