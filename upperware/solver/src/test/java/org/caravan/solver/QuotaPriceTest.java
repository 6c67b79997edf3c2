package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.application.Goal;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.Egress;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.Uplinks;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.bound.UncapacitatedRelaxation;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.paths.RerouteRepair;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Egress above a quota of an uplink costs more: in the score, in the report and in bounds, compared with all placements. */
class QuotaPriceTest {

    private static final String REROUTED = "may take another path";

    private static final Goal COST = new Goal.MinimiseCost(1);
    private static final Goal LATENCY = new Goal.MinimiseLatency("read", 1);

    /** 24 KiB × 10 requests/s are 601.5 GiB a month, 500 GB are 465.7 GiB. */
    @Test
    void theReportHasTheArithmetic() {
        Planned planned = planned(metered(EgressTest.problem(0, List.of(), LATENCY, COST), 500, Period.MONTH, 10_000));
        assertThat(EgressTest.isps(planned)).containsOnly("Near");
        assertThat(planned.report().cost()).isEqualTo(new MonthlyCost(500 + 136));
        assertThat(text(planned)).startsWith("cost 6.36 EUR/month egress of bergen.Near: 601.5 GiB/month, of these 465.7 free and 135.8 at "
                + "0.01 EUR/GiB (quota 500 GB/month), 1.36 EUR/month ").contains("egressAboveQuotasMinimised 1.36 EUR/month = cost × 1.0");
        Egress.Above above = planned.report().egress().get(0).above().orElseThrow();
        assertThat(above.freeGib() + above.gib()).isCloseTo(planned.report().egress().get(0).gib(), within(1e-6));

        Planned tiered = planned(metered(EgressTest.problem(1_000, List.of(), LATENCY, COST), 500, Period.MONTH, 10_000));
        assertThat(tiered.report().cost()).as("465.7 GiB at 0.001 and 135.8 at 0.01 EUR").isEqualTo(new MonthlyCost(500 + 182));
        Planned daily = planned(metered(EgressTest.problem(0, List.of(), LATENCY, COST), 20, Period.DAY, 10_000));
        assertThat(daily.report().egress().get(0).above().orElseThrow().freeGib()).as("730 hours of 20 GB per day").isBetween(566.5, 566.6);
        Planned enough = planned(metered(EgressTest.problem(0, List.of(), LATENCY, COST), 1_000, Period.MONTH, 10_000));
        assertThat(enough.report().cost()).isEqualTo(new MonthlyCost(500));
        assertThat(text(enough)).contains("egress of bergen.Near: 601.5 GiB/month free (quota 1000 GB/month), "
                + "0.00 EUR/month");
    }

    /** Half a month is left: of 500 GB, 100 GB are left for it, or 200 GB in a whole month. */
    @Test
    void whatNodesHaveCountedLeavesLessBeforeTheHigherPrice() {
        PlacementProblem whole = metered(EgressTest.problem(0, List.of(), LATENCY, COST), 500, Period.MONTH, 10_000);
        Planned usual = planned(whole);
        Planned ahead = planned(counting(whole, 400));
        assertThat(ahead.report().cost()).as("186.3 of 601.5 GiB are free").isEqualTo(new MonthlyCost(500 + 415));
        assertThat(text(ahead)).contains("of these 186.3 free and 415.2 at 0.01 EUR/GiB (quota 500 GB/month)");
        assertThat(planned(counting(whole, 500)).report().cost()).as("all is used up").isEqualTo(new MonthlyCost(500 + 602));
        assertThat(planned(counting(whole, 700)).report().cost()).as("and more").isEqualTo(new MonthlyCost(500 + 602));
        Planned behind = planned(counting(whole, 100));
        assertThat(behind.report().cost()).as("what is left over is not more than usual").isEqualTo(usual.report().cost());
        assertThat(behind.plan().digest()).isEqualTo(usual.plan().digest());
        assertThat(whole.withUplinks(whole.uplinks().counting(new TreeMap<>())).digest()).isEqualTo(whole.digest());
        assertThat(EgressTest.isps(planned(counting(metered(EgressTest.problem(0, List.of(), LATENCY, COST), 1_000, Period.MONTH,
                1_000_000), 1_000)))).as("links leave the line").containsOnly("Far");
    }

    /** @param gigabytes that nodes have counted on Near in half a month */
    private static PlacementProblem counting(PlacementProblem problem, long gigabytes) {
        return problem.withUplinks(problem.uplinks().counting(new TreeMap<>(Map.of(new AccessLink("bergen", "Near"),
                new Uplinks.Counted(new Bytes(gigabytes * 1_000_000_000L), 365 * 3_600, 365 * 3_600)))));
    }

    /** Each link takes its path at the price below the quota; what all send together makes the other access link better. */
    @Test
    void linksLeaveAnAccessLinkWhoseQuotaIsUsedUp() {
        PlacementProblem dear = metered(EgressTest.problem(0, List.of(), LATENCY, COST), 500, Period.MONTH, 1_000_000);
        Planned far = planned(dear);
        assertThat(EgressTest.isps(far)).containsOnly("Far");
        assertThat(far.report().cost()).isEqualTo(new MonthlyCost(500));
        assertThat(far.report().notes()).anyMatch(note -> note.startsWith("links users -> front may take another path"));
        assertThat(PlanDiff.of(Optional.of(far.plan()), planned(Replanning.withTarget(dear, far.plan())).plan(), dear).changes()).isFalse();
        assertThat(EgressTest.isps(planned(metered(EgressTest.problem(0, List.of(), new Goal.MinimiseLatency("read", 10), COST), 500,
                Period.MONTH, 10_000)))).as("time is worth more").containsOnly("Near");
    }

    @Test
    void aLimitIsKeptByTheOtherAccessLink() {
        PlacementProblem dear = metered(EgressTest.problem(0, List.of(), LATENCY), 500, Period.MONTH, 1_000_000);
        assertThat(planned(dear).report().cost()).as("without a limit or a goal, money does not count").isEqualTo(new MonthlyCost(14_084));
        Planned limited = planned(CostlyProblems.limited(dear, 2_000));
        assertThat(EgressTest.isps(limited)).containsOnly("Far");
        assertThat(limited.report().cost()).isEqualTo(new MonthlyCost(500));
    }

    /** Links stay on a path that an SLO needs, and of an assignment that breaks a hard constraint no link is moved for its price. */
    @Test
    void linksDoNotLeaveAnAccessLinkThatAnSloNeeds() {
        Slo loose = new Slo("fast", 50, "read", new Millis(1_000));
        double far = planned(metered(EgressTest.problem(0, List.of(loose), LATENCY, COST), 500, Period.MONTH, 1_000_000)).report()
                .latencies().get(0).mean().value();
        assertThat(moves(List.of(), 100)).isTrue();
        assertThat(moves(List.of(loose), 100)).as("the SLO is met on either path").isTrue();
        assertThat(moves(List.of(new Slo("fast", 50, "read", new Millis(far - 1))), 100)).isFalse();
        assertThat(moves(List.of(), 8_000)).as("more CPU than the host has").isFalse();
    }

    /**
     * Below quotas, the far path is the cheapest, so it is taken for the limit on cost. Above them, the middle one would be better; both
     * changes together would exclude all paths.
     */
    @Test
    void aLinkThatMovesForALimitIsNotMovedTwice() {
        PlacementProblem two = EgressTest.problem(0, List.of(), LATENCY);
        Infrastructure before = two.infrastructure();
        Map<String, Long> prices = Map.of("Near", 1_000L, "Middle", 990L);
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("Near/4", "Middle/4", "Far/4"), "a-1");
        Infrastructure three = new Infrastructure(before.name(), before.hostTypes(), before.sites().stream().map(site ->
                site.id().equals("bergen") ? bergen.withIsps(bergen.isps().stream().map(isp ->
                        isp.withEgress(new DataPrice(prices.getOrDefault(isp.id(), 0L)))).toList()) : site).toList());
        PlacementProblem free = PlacementProblems.of(two.application(), three, SockShop.inventory(three),
                new SyntheticNetwork(three, Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000),
                "Near", new SyntheticNetwork.IspWorth(1, 300), "Middle", new SyntheticNetwork.IspWorth(5, 300),
                "Far", new SyntheticNetwork.IspWorth(9, 300)), Map.of()).matrix(), Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
        PlacementProblem problem = CostlyProblems.limited(metered(free, 500, Period.MONTH, 1_000_000), 2_000);
        CompiledProblem tables = ProblemCompiler.of(problem);
        PlacementProblem repaired = RerouteRepair.of(problem, tables, Assignment.of(tables, new int[] {0}));
        assertThat(repaired.uplinks().rerouted()).extracting(avoided -> avoided.path().to().ispId())
                .containsExactlyInAnyOrder("Near", "Middle");
        assertThat(EgressTest.isps(planned(problem))).containsOnly("Far");
    }

    /** Whether the repair moves links that are above the quota of Near to other paths. @param cpu in thousandths of a core */
    private static boolean moves(List<Slo> slos, int cpu) {
        PlacementProblem dear = metered(EgressTest.problem(0, slos, LATENCY, COST), 500, Period.MONTH, 1_000_000);
        PlacementProblem problem = CostlyProblems.with(dear, List.of(SockShop.component("front", false, cpu, 32)),
                dear.application().goals(), List.of());
        CompiledProblem tables = ProblemCompiler.of(problem);
        return RerouteRepair.of(problem, tables, Assignment.of(tables, new int[] {0})) != problem;
    }

    /** Generated problems with prices above quotas: the planner's plan is as good as the best of all placements. */
    @Tag("long")
    @Test
    void plansAreAsGoodAsTheBestOfAllPlacements() {
        compareWithAllPlacements(GeneratedProblems.small(110).map(GeneratedPlacementRules::metered));
    }

    /** The same while nodes have counted something of each quota. */
    @Tag("long")
    @Test
    void plansWithCountedUseAreAsGoodAsTheBestOfAllPlacements() {
        compareWithAllPlacements(GeneratedProblems.small(110).map(GeneratedPlacementRules::metered).map(QuotaPriceTest::counted));
    }

    /** From nothing to more than the quota, in a random part of the period. */
    private static PlacementProblem counted(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode());
        SortedMap<AccessLink, Uplinks.Counted> counts = new TreeMap<>();
        problem.infrastructure().sites().forEach(site -> site.isps().forEach(isp -> isp.quota().ifPresent(quota ->
                counts.put(new AccessLink(site.id(), isp.id()), new Uplinks.Counted(
                        new Bytes((long) (quota.amount().value() * 1.2 * random.nextDouble())), random.nextInt(700) * 3_600L,
                        (1 + random.nextInt(700)) * 3_600L)))));
        return problem.withUplinks(problem.uplinks().counting(counts));
    }

    private static void compareWithAllPlacements(Stream<PlacementProblem> problems) {
        int[] counts = new int[3];
        problems.forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            Optional<Assignment> best = BruteForce.best(tables);
            if (!(new OptaPlannerPlanner().plan(problem) instanceof Planned planned)) {
                assertThat(best).isEmpty();
                return;
            }
            long points = planned.report().certificate().points();
            assertThat(planned.report().certificate().bound()).isLessThanOrEqualTo(points);
            if (planned.report().notes().stream().anyMatch(note -> note.contains(REROUTED))) {
                assertThat(points).isLessThan(best.map(Assignment::soft).orElse(Long.MAX_VALUE));
                counts[2]++;
                return;
            }
            assertThat(points).as(problem.digest()).isEqualTo(best.orElseThrow().soft());
            counts[0]++;
            IncrementalScore score = new IncrementalScore(tables);
            score.load(best.get().positions());
            counts[1] += score.parts().get(ScoreTerm.EXCESS) > 0 ? 1 : 0;
        });
        System.out.printf("%d plans as good as the best of all placements, %d of them above a quota; %d better on other paths%n", counts[0],
                counts[1], counts[2]);
        assertThat(counts[0]).isGreaterThanOrEqualTo(50);
        assertThat(counts[1]).isGreaterThanOrEqualTo(5);
    }

    /** What the search counts is what the plan costs. */
    @Test
    void plansCostWhatTheSearchCounted() {
        long above = GeneratedProblems.small(40).map(GeneratedPlacementRules::priced).map(GeneratedPlacementRules::metered)
                .map(problem -> CostlyProblems.limited(problem, 10_000_000)).filter(problem -> {
            if (!(new OptaPlannerPlanner().plan(problem) instanceof Planned planned)
                    || planned.report().notes().stream().anyMatch(note -> note.contains(REROUTED))) {
                return false;
            }
            assertThat(planned.report().cost().value()).isEqualTo(score(problem, planned).terms().money());
            return planned.report().egress().stream().anyMatch(one -> one.above().filter(part -> part.gib() > 0).isPresent());
        }).count();
        assertThat(above).isGreaterThan(3);
    }

    /** Higher prices above quotas only add cost, so bounds without them hold, for any choice of paths. */
    @Test
    void boundsStayBelowTheBestOfAllPlacements() {
        long above = GeneratedProblems.small(40).map(GeneratedPlacementRules::priced).map(GeneratedPlacementRules::metered)
                .filter(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            Optional<Assignment> best = BruteForce.best(tables);
            if (best.isEmpty() || tables.instances().stream().anyMatch(instance -> instance.positions().length == 0)) {
                return false;
            }
            Assignment wide = BruteForce.best(UncapacitatedRelaxation.of(tables)).orElseThrow();
            assertThat(wide.soft()).isLessThanOrEqualTo(best.get().soft());
            assertThat(new LagrangianBound(tables).below(best.get().soft() + 10_000)).isLessThanOrEqualTo(best.get().soft());
            assertThat(new LagrangianBound(UncapacitatedRelaxation.of(tables)).below(wide.soft() + 10_000))
                    .isLessThanOrEqualTo(wide.soft());
            IncrementalScore score = new IncrementalScore(tables);
            score.load(best.get().positions());
            return score.parts().get(ScoreTerm.EXCESS) > 0;
        }).count();
        assertThat(above).isGreaterThan(1);
    }

    /** In one line. */
    private static String text(Planned planned) {
        return PlanReportText.of(planned.report()).replaceAll("\\s+", " ");
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    /** @param gigabytes quota of the access link Near @param price above it, in millionths of a euro per GiB */
    private static PlacementProblem metered(PlacementProblem problem, long gigabytes, Period period, long price) {
        Infrastructure all = problem.infrastructure();
        TrafficQuota quota = new TrafficQuota(new Bytes(gigabytes * 1_000_000_000L), period, new TrafficQuota.Price(new DataPrice(price)));
        return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site -> site.withIsps(
                site.isps().stream().map(isp -> isp.id().equals("Near") ? isp.withQuota(quota) : isp).toList())).toList()));
    }

    private static IncrementalScore score(PlacementProblem problem, Planned planned) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        Map<String, Integer> hosts = new HashMap<>();
        tables.positions().forEach(position -> hosts.put(position.hostId(), position.index()));
        IncrementalScore score = new IncrementalScore(tables);
        score.load(tables.instances().stream()
                .mapToInt(instance -> hosts.get(planned.plan().instance(instance.id()).orElseThrow().hostId())).toArray());
        return score;
    }
}
