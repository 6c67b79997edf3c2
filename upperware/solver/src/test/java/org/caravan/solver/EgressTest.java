package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Egress;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.bound.UncapacitatedRelaxation;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** A front end that users reach by a near ISP, whose traffic costs money, or by a far one. 24 KiB × 10 requests/s are 601.5 GiB a month. */
class EgressTest {

    private static final Goal COST = new Goal.MinimiseCost(1);
    private static final Goal LATENCY = new Goal.MinimiseLatency("read", 1);

    @Test
    void whatLeavesASiteIsPartOfTheCost() {
        Planned planned = planned(problem(1_000, List.of(), LATENCY, COST));

        assertThat(isps(planned)).containsOnly("Near");
        // 601.501 GiB at a tenth of a cent are 60 cents, beside 5 EUR for the host.
        assertThat(planned.report().cost()).isEqualTo(new MonthlyCost(560));
        assertThat(planned.report().egress()).singleElement().satisfies(one -> {
            assertThat(one.at()).isEqualTo(new AccessLink("bergen", "Near"));
            assertThat(one.gib()).isBetween(601.4, 601.6);
            assertThat(one.cost()).isEqualTo(new MonthlyCost(60));
        });
        assertThat(PlanReportText.of(planned.report()))
                .startsWith("cost 5.60 EUR/month\n  egress of bergen.Near: 601.5 GiB/month at 0.001 EUR/GiB, 0.60 EUR/month\n")
                .contains("egressMinimised   0.60 EUR/month = cost × 1.0");
        assertThat(planned.report().scores()).filteredOn(score -> score.name().equals("egressMinimised")).extracting(ConstraintScore::score)
                .containsExactly(-60L);
        assertThat(planned.report().certificate().proved()).isTrue();
    }

    @Test
    void aLinkWeighsTimeAgainstMoney() {
        assertThat(isps(planned(problem(100_000, List.of(), LATENCY, COST)))).containsOnly("Far");
        // 60 EUR are worth less than 8 ms × 10.
        assertThat(isps(planned(problem(100_000, List.of(), new Goal.MinimiseLatency("read", 10), COST)))).containsOnly("Near");
        assertThat(isps(planned(problem(100_000, List.of(), LATENCY)))).containsOnly("Near");
        assertThat(isps(planned(problem(0, List.of(), LATENCY, COST)))).containsOnly("Near");
    }

    @Test
    void aPromiseIsWorthItsMoney() {
        Planned far = planned(problem(100_000, List.of(slo(1_000)), LATENCY, COST));
        assertThat(isps(far)).containsOnly("Far");
        PlacementProblem problem = problem(100_000, List.of(slo(far.report().latencies().get(0).mean().value() - 1)), LATENCY, COST);
        Planned planned = planned(problem);

        assertThat(isps(planned)).containsOnly("Near");
        assertThat(planned.report().notes()).anyMatch(note ->
                note.startsWith("links users -> front may take another path than suits their goals best"));
        assertThat(planned.report().certificate().bound()).isBetween(1L, planned.report().certificate().points());
        DeploymentPlan again = planned(Replanning.withTarget(problem, planned.plan())).plan();
        assertThat(PlanDiff.of(Optional.of(planned.plan()), again, problem).changes()).isFalse();
    }

    @Test
    void whereNothingIsLimitedOthersGoOnByTheirDearPaths() {
        PlacementProblem one = problem(100_000, List.of(slo(1_000)), LATENCY, COST);
        double far = planned(one).report().latencies().get(0).mean().value();
        ApplicationModel model = one.application();
        PlacementProblem two = one.withApplication(new ApplicationModel(model.name(), model.version(), model.components(),
                model.locations(), model.separations(),
                List.of(model.users().get(0), SockShop.users("others", "home", "Home", IpFamily.IPV4, 10, Map.of("list", 1.0))),
                List.of(model.requests().get(0), new Request("list", List.of(SockShop.hop("users", "front", 1, 24)))),
                        List.of(slo(far - 1)),
                List.of(LATENCY, COST, new Goal.MinimiseLatency("list", 10)), model.onFailure(), model.supplement()));
        // The promise is on the users that would go by the far path; the others mind time more than money.
        assertThat(isps(planned(two))).containsExactly("Near", "Near");
        assertThat(planned(two).report().notes()).anyMatch(note -> note.startsWith("links users -> front may take another path"))
                .noneMatch(note -> note.startsWith("links others -> front"));
    }

    @Test
    void aLimitHoldsForItAndSendsLinksByCheaperWays() {
        PlacementProblem dear = problem(100_000, List.of(), LATENCY);
        assertThat(planned(dear).report().cost()).isEqualTo(new MonthlyCost(6_515));
        Planned limited = planned(CostlyProblems.limited(dear, 2_000));
        assertThat(isps(limited)).containsOnly("Far");
        assertThat(limited.report().cost()).isEqualTo(new MonthlyCost(500));

        PlacementProblem both = priced(priced(CostlyProblems.limited(dear, 2_000), "Far", 100_000), "Near", 100_000);
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(both);
        assertThat(none.reasons())
                .contains("The limit (spend) is exceeded: the best placement found costs 65.15 EUR/month, not at most 20.00 EUR/month.");
        assertThat(none.conflict().orElseThrow().requirements()).anyMatch(requirement -> requirement.startsWith("limit spend"));
    }

    @Test
    void whatIfItCostLessOrMore() {
        PlacementProblem problem = problem(100_000, List.of(), LATENCY, COST);
        assertThat(isps(planned(Assumptions.parse(List.of("price bergen.Near=x0.01")).appliedTo(problem)))).containsOnly("Near");
        assertThat(isps(planned(Assumptions.parse(List.of("price bergen.Near=0.001EUR/GiB")).appliedTo(problem)))).containsOnly("Near");
        assertThat(isps(planned(Assumptions.parse(List.of("price bergen.Far=0.2 EUR/GiB")).appliedTo(problem)))).containsOnly("Near");
    }

    @Test
    void aPriceThatWouldMoveTheFrontEndIsSaid() {
        // At stord nothing is asked, but its hosts are dearer and farther.
        PlacementProblem problem = problem(2_000, List.of(), List.of("stord"), new Goal.MinimiseLatency("read", 2), COST);
        Planned planned = planned(problem);
        assertThat(planned.plan().instances()).allMatch(placed -> placed.siteId().equals("bergen"));
        assertThat(planned.report().tippingPoints()).filteredOn(point -> point.what().equals("egress of bergen.Near")).singleElement()
                .satisfies(point -> {
            assertThat(point.above()).isTrue();
            assertThat(point.now()).isEqualTo(0.002);
            assertThat(point.toString()).matches("front:1 moves to stord-1 if egress of bergen.Near > 0\\.\\d{3} EUR/GiB \\(now 0.002\\)");
            PlacementProblem dearer = Replanning.withTarget(priced(problem, "Near", Math.round(point.limit() * 1e6) + 3_000),
                    planned.plan());
            assertThat(planned(dearer).plan().instances()).allMatch(placed -> placed.siteId().equals("stord"));
        });
    }

    @Test
    void lintRemarksOnWhatCostsMoreThanAllHosts() {
        PlacementProblem problem = problem(100_000, List.of(), LATENCY);
        Planned dear = planned(problem);
        assertThat(PlanLint.of(problem, dear.plan(), dear.report())).filteredOn(remark -> remark.code().equals("egress-dear"))
                .extracting(Remark::message)
                .containsExactly("What leaves by access link (bergen.Near) costs 60.15 EUR/month, more than all hosts: 601.5 GiB a month.");
        PlacementProblem cheap = problem(1_000, List.of(), LATENCY);
        Planned little = planned(cheap);
        assertThat(PlanLint.of(cheap, little.plan(), little.report())).extracting(Remark::code).doesNotContain("egress-dear");
    }

    @Test
    void whereNothingCostsMoneyNothingIsCounted() {
        PlacementProblem problem = problem(0, List.of(slo(30)), LATENCY, COST);
        CompiledProblem tables = ProblemCompiler.of(problem);
        assertThat(tables.considered().egress()).isFalse();
        assertThat(UncapacitatedRelaxation.matters(tables)).isFalse();
        assertThat(planned(problem).report().scores()).extracting(ConstraintScore::name).doesNotContain("egressMinimised");
        assertThat(problem.canonicalText()).doesNotContain("egress");
        assertThat(problem(1_000, List.of(), COST).canonicalText()).contains("  egress of Near 0.001 EUR/GiB\n");
    }

    /** What the search counts is what the plan costs. */
    @Test
    void plansCostWhatTheSearchCounted() {
        long compared = GeneratedProblems.small(20).map(GeneratedPlacementRules::priced)
                .map(problem -> CostlyProblems.limited(problem, 10_000_000))
                .filter(problem -> {
            if (!(new OptaPlannerPlanner().plan(problem) instanceof Planned planned)
                    || planned.report().notes().stream().anyMatch(note -> note.contains("may take another path"))) {
                return false;
            }
            CompiledProblem tables = ProblemCompiler.of(problem);
            Map<String, Integer> hosts = new HashMap<>();
            tables.positions().forEach(position -> hosts.put(position.hostId(), position.index()));
            IncrementalScore score = new IncrementalScore(tables);
            score.load(tables.instances().stream()
                    .mapToInt(instance -> hosts.get(planned.plan().instance(instance.id()).orElseThrow().hostId())).toArray());
            assertThat(planned.report().cost().value()).isEqualTo(score.terms().money());
            return planned.report().egress().stream().map(Egress::cost).anyMatch(cost -> cost.value() > 0);
        }).count();
        assertThat(compared).isGreaterThan(3);
    }

    /** Bounds hold for any choice of paths. */
    @Test
    void boundsStayBelowWhatIsBestByAnyPath() {
        GeneratedProblems.small(40).map(GeneratedPlacementRules::priced).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            Optional<Assignment> best = BruteForce.best(tables);
            Optional<Assignment> wide = BruteForce.best(UncapacitatedRelaxation.of(tables));
            if (best.isPresent() && tables.instances().stream().allMatch(instance -> instance.positions().length > 0)) {
                assertThat(wide.orElseThrow().soft()).isLessThanOrEqualTo(best.get().soft());
                assertThat(new LagrangianBound(tables).below(best.get().soft() + 10_000)).isLessThanOrEqualTo(best.get().soft());
                assertThat(new LagrangianBound(UncapacitatedRelaxation.of(tables)).below(wide.get().soft() + 10_000))
                        .isLessThanOrEqualTo(wide.get().soft());
            }
        });
    }

    static List<String> isps(Planned planned) {
        return planned.plan().entries().stream().map(entry -> entry.path().to().ispId()).toList();
    }

    private static Slo slo(double millis) {
        return new Slo("fast", 50, "read", new Millis(millis));
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    /** @param price millionths of a euro per GiB; 0 for none */
    private static PlacementProblem priced(PlacementProblem problem, String ispId, long price) {
        Infrastructure all = problem.infrastructure();
        return price == 0 ? problem : problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream()
                .map(site -> new Site(site.id(), site.kind(), site.country(), site.position(),
                        site.isps().stream().map(isp -> isp.id().equals(ispId) ? isp.withEgress(new DataPrice(price)) : isp).toList(),
                                site.hosts(), site.vantage()))
                .toList()));
    }

    static PlacementProblem problem(long price, List<Slo> slos, Goal... goals) {
        return problem(price, slos, List.of(), goals);
    }

    /** @param price of what leaves by the near ISP @param others sites at which a host is, dearer and farther */
    private static PlacementProblem problem(long price, List<Slo> slos, List<String> others, Goal... goals) {
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, others.isEmpty() ? List.of("Near/4", "Far/4")
                : List.of("Near/4"), "a-1");
        Site home = SockShop.site("home", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("Home/4"));
        List<Site> sites = new ArrayList<>(List.of(bergen, home));
        others.forEach(id -> sites.add(SockShop.site(id, SiteKind.EDGE, "NO", 59.8, 5.5, 8, List.of("Far/4"), id + "-1")));
        Infrastructure infrastructure = new Infrastructure("priced", List.of(SockShop.type("a", Architecture.AMD64, 4, 1024, 500),
                SockShop.type(others.isEmpty() ? "b" : others.get(0), Architecture.AMD64, 4, 1024, 700)), sites);
        Component front = SockShop.component("front", false, 100, 32);
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(front), List.<LocationRequirement>of(),
                List.of(SockShop.users("users", "home", "Home", IpFamily.IPV4, 10, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 24)))), slos, List.of(goals));
        PlacementProblem problem = PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure,
                        Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000), "Near", new SyntheticNetwork.IspWorth(1, 300), "Far",
                                new SyntheticNetwork.IspWorth(9, 300)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
        return priced(problem, "Near", price);
    }
}
