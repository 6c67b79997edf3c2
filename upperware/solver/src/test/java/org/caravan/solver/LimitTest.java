package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Limit;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.PlanReport;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.bound.MinimumCostBound;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ExhaustiveSearch;
import org.caravan.unit.Bytes;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** What a plan may cost at most, what power and disk it takes: kept, told, and proved as before. */
class LimitTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();
    private final PlacementProblem shop = SockShop.first();

    @Test
    void aLimitIsKeptWhereNothingElseMakesCostSmall() {
        PlacementProblem dear = CostlyProblems.with(shop, shop.application().components(), List.of(new Goal.MinimiseLatency("browse", 3)),
                List.of());
        PlanReport free = planned(dear);
        PlanReport limited = planned(CostlyProblems.limited(dear, 4_000));
        assertThat(free.cost()).isGreaterThan(new MonthlyCost(4_000));
        assertThat(limited.cost()).isLessThanOrEqualTo(new MonthlyCost(4_000));
        assertThat(limited.limits()).containsExactly(new Limit("spend", new MonthlyCost(4_000)));
        assertThat(PlanReportText.of(limited)).startsWith("cost " + limited.cost() + " of at most 40.00 EUR/month (limit spend)\n")
                .contains("budgetKept");
        assertThat(PlanReportText.of(free)).doesNotContain("budgetKept", "hostDiskNotExceeded", "powerMinimised", "power ");
    }

    @Test
    void aLimitThatNothingKeepsIsNamedWithWhatItConflictsWith() {
        NoPlacement none = (NoPlacement) planner.plan(CostlyProblems.limited(shop, 3_000));
        assertThat(none.reasons()).anyMatch(reason ->
                reason.matches(
                "The limit \\(spend\\) is exceeded: the best placement found costs 4\\d\\.00 EUR/month, not at most 30.00 EUR/month\\."));
        assertThat(none.conflict().orElseThrow().requirements()).hasSize(2).contains("limit spend { cost <= 30.00 EUR/month }");
        // Several others are each too dear for it: to ask less of the one that is named is not enough.
        assertThat(none.conflict().orElseThrow().certainty()).isEqualTo(Certainty.SEVERAL);
        assertThat(none.conflict().orElseThrow().others()).isNotEmpty()
                .allSatisfy(other -> assertThat(other).contains("limit spend { cost <= 30.00 EUR/month }"));
    }

    @Test
    void diskIsReservedAndNamedWhereItDoesNotSuffice() {
        PlacementProblem full = asking("carts-db", 40);
        NoPlacement none = (NoPlacement) planner.plan(full);
        assertThat(none.reasons().get(0)).contains("Instance (carts-db:1) fits no host").contains("insufficient disk on 1 host");
        assertThat(none.conflict()).contains(new Conflict(List.of("disk of carts-db: 40 GiB"), Certainty.MINIMAL));
        // Two that would fit alone: 32 GiB are there.
        NoPlacement together = (NoPlacement) planner.plan(asking(asking("carts-db", 20), "user-db", 13));
        assertThat(together.reasons()).contains("Insufficient disk: in the best placement found host (server-1) would need 1 GiB more.");
        Planned fits = (Planned) planner.plan(asking(asking("carts-db", 20), "user-db", 12));
        assertThat(fits.plan().instances().stream().mapToLong(placed -> placed.spec().disk().orElse(new Bytes(0)).value()).sum())
                .isEqualTo(Bytes.ofMebi(32 * 1024).value());
    }

    @Test
    void powerDecidesAndIsTold() {
        Infrastructure before = shop.infrastructure();
        PlacementProblem powered = shop.withInfrastructure(new Infrastructure(before.name(), before.hostTypes().stream()
                .map(type -> type.id().equals("rented") ? type
                        : type.withPower(type.id().equals("pi") ? new HostPower(2, 4.4) : new HostPower(40, 120))).toList(),
                        before.sites()));
        List<Goal> goals = List.of(new Goal.MinimiseLatency("browse", 1), new Goal.MinimisePower(0.5));
        PlanReport report = planned(CostlyProblems.with(powered, shop.application().components(), goals, List.of()));
        double watts = report.watts().orElseThrow();
        assertThat(PlanReportText.of(report)).contains(String.format(Locale.ROOT, "%npower %.1f W%n", watts));
        long points = report.scores().stream().filter(score -> score.name().equals("powerMinimised")).mapToLong(score -> -score.score())
                .findFirst().orElseThrow();
        // The report's watts are the score's, but for whole points per instance.
        assertThat(points).isBetween(Math.round(watts * 50) - 10, Math.round(watts * 50) + 10);
        assertThat(report.notes())
                .contains(
                "no power is stated of rented: the goal on power counts 40..120 W, the most that is stated, for each of their hosts");
        assertThat(planned(powered).watts().orElseThrow()).isGreaterThanOrEqualTo(watts);
    }

    @Test
    void aPriceAboveTheLimitIsATippingPoint() {
        PlacementProblem limited = CostlyProblems.limited(shop, 5_000);
        assertThat(planned(limited).tippingPoints()).anyMatch(point -> point.what().equals("price of server")
                && point.effect().startsWith("over its limit on cost"));
        NoPlacement dearer = (NoPlacement) planner.plan(Assumptions.parse(List.of("price server=60EUR")).appliedTo(limited));
        assertThat(dearer.reasons().get(0)).contains("The limit (spend) is exceeded");
    }

    @Test
    void boundsStayBelowTheBestAndLeftOutHostsLoseNothing() {
        int compared = 0;
        for (int seed = 0; seed < 120; seed++) {
            PlacementProblem problem = CostlyProblems.added(Replanning.asIfPlacedAnywhere(GeneratedProblems.sized(seed, 5, 5),
                    new Random(1)), seed);
            CompiledProblem tables = ProblemCompiler.of(problem);
            Optional<Assignment> best = BruteForce.best(tables);
            assertThat(ExhaustiveSearch.least(HostDominance.of(tables).without())).isEqualTo(ExhaustiveSearch.least(tables));
            assertThat(best.isPresent() && MinimumCostBound.exceedsLimit(tables)).isFalse();
            if (best.isPresent() && tables.instances().stream().allMatch(instance -> instance.positions().length > 0)) {
                assertThat(new LagrangianBound(tables).below(best.get().soft() + 10_000)).isLessThanOrEqualTo(best.get().soft());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    private PlanReport planned(PlacementProblem problem) {
        return ((Planned) planner.plan(problem)).report();
    }

    private PlacementProblem asking(String componentId, int gibibytes) {
        return asking(shop, componentId, gibibytes);
    }

    private static PlacementProblem asking(PlacementProblem problem, String componentId, int gibibytes) {
        ApplicationModel model = problem.application();
        List<Component> components = new ArrayList<>(model.components());
        components.replaceAll(part -> !part.id().equals(componentId) ? part
                : new Component(part.id(), part.stateful(), part.replicas(), part.scaling(),
                part.forms().stream().map(form -> form.withDisk(Bytes.ofMebi(1024L * gibibytes))).toList(), part.provides(),
                        part.requires()));
        return CostlyProblems.with(problem, components, model.goals(), model.supplement().limits());
    }
}
