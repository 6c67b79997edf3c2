package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;
import org.caravan.testing.Sample;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Promises that the path which is best by mean times breaks, and another one keeps. */
class PromisedPathsTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    /**
     * Round trips by an ISP. @param tail its 95th percentile, ms @param p99 its 99th, and of how many samples; none where there are too few
     */
    private record Worth(double mean, double tail, double mbps, Optional<P99> p99) {

        Worth(double mean, double tail, double mbps) {
            this(mean, tail, mbps, Optional.empty());
        }
    }

    @Test
    void aPromiseOnTheTailIsKeptByTheSteadyPath() {
        Map<String, Worth> isps = Map.of("Near", new Worth(20, 100, 300), "Steady", new Worth(22, 25, 300));
        assertThat(isps(planned(problem(isps, List.of(), List.of("a"), request("read", 1, 12))))).containsOnly("Near");
        PlacementProblem promised = problem(isps, List.of(slo(95, "read", 50)), List.of("a"), request("read", 1, 12));
        Planned planned = planned(promised);

        assertThat(isps(planned)).containsOnly("Steady");
        assertThat(planned.report().notes()).anyMatch(note -> note.startsWith("links users -> front may take another path")
                && note.endsWith("or miss a promise"));
        assertThat(planned.report().scores()).filteredOn(score -> score.level().equals("hard")).allMatch(score -> score.score() == 0);
        assertThat(planned.report().certificate().bound()).isBetween(1L, planned.report().certificate().points());
        assertThat(((Planned) planner.begin(promised).outcome()).plan()).isEqualTo(planned.plan());
        DeploymentPlan again = planned(Replanning.withTarget(promised, planned.plan())).plan();
        assertThat(PlanDiff.of(Optional.of(planned.plan()), again, promised).changes()).isFalse();
        assertThat(planner.plan(problem(isps, List.of(slo(95, "read", 25)), List.of("a"), request("read", 1, 12))))
                .isInstanceOf(NoPlacement.class);
    }

    @Test
    void aPromiseOnASmallRequestIsKeptBesideALargeOne() {
        // 10 MB by 10 Mbit/s are 8 s: a link with both goes by the fast path, on which no round trip takes less than 60 ms.
        Map<String, Worth> isps = Map.of("Near", new Worth(10, 12, 10), "Fast", new Worth(60, 61, 1_000));
        Request[] requests = {request("large", 1, 10_000), request("small", 1, 1)};
        assertThat(isps(planned(problem(isps, List.of(), List.of("a"), requests)))).containsOnly("Fast");
        assertThat(isps(planned(problem(isps, List.of(slo(50, "small", 30)), List.of("a"), requests)))).containsOnly("Near");
    }

    @Test
    void aLinkGoesByThePathThatIsBestForTheGoalWhateverElseCrossesIt() {
        Map<String, Worth> isps = Map.of("Near", new Worth(10, 12, 10), "Fast", new Worth(60, 61, 1_000));
        Planned planned = planned(problem(isps, List.of(), List.of("a"), request("small", 1, 1), request("large", 1, 10_000)));
        assertThat(isps(planned)).containsOnly("Near");
        assertThat(planned.report().certificate().bound()).isEqualTo(planned.report().certificate().points());
    }

    @Test
    void whatIsPromisedDoesNotMakeAPlanDearerThanAPathWould() {
        // At b only what is near keeps the promise, at a the steady path does, too, for less money.
        Map<String, Worth> isps = Map.of("Near", new Worth(20, 100, 300), "Steady", new Worth(22, 25, 300), "Dear", new Worth(21, 23, 300));
        Planned planned = planned(problem(isps, List.of(slo(95, "read", 50)), List.of("a", "b"), request("read", 1, 12)));
        assertThat(planned.plan().instances()).allMatch(placed -> placed.siteId().equals("a"));
        assertThat(isps(planned)).containsOnly("Steady");
    }

    @Test
    void aPromiseAboveP95IsKeptByThePathThatIsSteadyBeyondIt() {
        Map<String, Worth> isps = Map.of("Near", new Worth(20, 24, 300, Optional.of(new P99(100, 500))), "Steady",
                new Worth(22, 25, 300, Optional.of(new P99(26, 500))));
        assertThat(isps(planned(problem(isps, List.of(slo(95, "read", 50)), List.of("a"), request("read", 1, 12))))).containsOnly("Near");
        Planned planned = planned(problem(isps, List.of(slo(99, "read", 50)), List.of("a"), request("read", 1, 12)));

        assertThat(isps(planned)).containsOnly("Steady");
        assertThat(planned.report().notes()).anyMatch(note -> note.startsWith("links users -> front may take another path")
                && note.endsWith("or miss a promise"));
        assertThat(planned.report().certificate().bound()).isBetween(1L, planned.report().certificate().points());
    }

    @Test
    void aPlacementIsFoundWhereverOneIsByAnyPaths() {
        besideAllPlacementsByAllPaths(14, 95);
    }

    @Test
    @Tag("long")
    void aPlacementIsFoundForP99WhereverOneIsByAnyPaths() {
        besideAllPlacementsByAllPaths(41, 99);
    }

    private void besideAllPlacementsByAllPaths(long seed, double percentile) {
        Random random = new Random(seed);
        int found = 0;
        int none = 0;
        for (int round = 0; round < Sample.of(60, 150); round++) {
            Map<String, Worth> isps = Map.of("Near", worth(random, percentile), "Steady", worth(random, percentile), "Dear",
                    worth(random, percentile));
            List<Slo> slos = List.of(slo(percentile, "small", 10 + random.nextInt(120)), slo(50, "large", 30 + random.nextInt(400)));
            PlacementProblem problem = problem(isps, slos, List.of("a", "b"), request("small", 1 + random.nextInt(5), 1),
                    request("large", 1, 10 + random.nextInt(1_000)));
            PlanningOutcome outcome = planner.plan(problem);
            boolean any = anyPathKeeps(problem);
            assertThat(outcome instanceof Planned).as("round " + round + ": " + outcome).isEqualTo(any);
            if (outcome instanceof Planned planned) {
                assertThat(planned.report().certificate().bound()).isLessThanOrEqualTo(planned.report().certificate().points());
                assertThat(planned.report().scores()).filteredOn(score -> score.level().equals("hard"))
                        .allMatch(score -> score.score() == 0);
            }
            found += any ? 1 : 0;
            none += any ? 0 : 1;
        }
        assertThat(found).isGreaterThan(Sample.of(12, 30));
        assertThat(none).isGreaterThan(Sample.of(12, 30));
    }

    /** One component: each host, each path. */
    private static boolean anyPathKeeps(PlacementProblem problem) {
        LatencyModel latency = new LatencyModel(problem);
        return problem.infrastructure().hosts().stream().anyMatch(host ->
                latency.everyEntryPath(problem.application().users().get(0), host.id()).stream().anyMatch(path ->
                        problem.application().slos().stream().allMatch(slo -> millis(problem, path, slo) < slo.limit().value())));
    }

    private static double millis(PlacementProblem problem, PathChoice path, Slo slo) {
        Hop hop = problem.application().request(slo.requestId()).hops().get(0);
        if (slo.percentile() <= 95) {
            return path.latency(Traffic.of(hop), RttStatistic.of(slo.percentile())).value();
        }
        // As it is known of the network, no interval being there.
        PathStatistic rtt = problem.network().path(path.path()).orElseThrow().idleRtt();
        double tail = rtt.p99().map(P99::value).orElse(rtt.p95());
        return new PathChoice(path.path(), new Millis(tail), new Millis(tail), path.throughput(), "p99")
                .latency(Traffic.of(hop), RttStatistic.MEAN).value();
    }

    private static Worth worth(Random random, double percentile) {
        double mean = 5 + random.nextInt(50);
        Worth worth = new Worth(mean, mean + random.nextInt(60), 5 + random.nextInt(200));
        boolean known = percentile > 95 && random.nextInt(4) > 0;
        return known ? new Worth(mean, worth.tail(), worth.mbps(),
                Optional.of(new P99(worth.tail() + random.nextInt(40), 100 + random.nextInt(900)))) : worth;
    }

    private static List<String> isps(Planned planned) {
        return planned.plan().entries().stream().map(entry -> entry.path().to().ispId()).toList();
    }

    private Planned planned(PlacementProblem problem) {
        return (Planned) planner.plan(problem);
    }

    private static Slo slo(double percentile, String request, double millis) {
        return new Slo("fast-" + request, percentile, request, new Millis(millis));
    }

    private static Request request(String id, int turns, int kibibytes) {
        return new Request(id, List.of(SockShop.hop("users", "front", turns, kibibytes)));
    }

    /** @param sites "a" has the ISPs Near and Steady (or whatever is there but Dear), "b" those and Dear, and costs more */
    private static PlacementProblem problem(Map<String, Worth> isps, List<Slo> slos, List<String> sites, Request... requests) {
        List<String> all = isps.keySet().stream().sorted().toList();
        List<Site> places = new ArrayList<>(List.of(SockShop.site("home", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("Home/4"))));
        places.add(SockShop.site("a", SiteKind.EDGE, "NO", 60.4, 5.3, 8,
                all.stream().filter(isp -> !isp.equals("Dear")).map(isp -> isp + "/4").toList(), "a-1"));
        if (sites.contains("b")) {
            places.add(SockShop.site("b", SiteKind.EDGE, "NO", 60.5, 5.3, 9, List.of("Dear/4", "Near/4"), "b-1"));
        }
        Infrastructure infrastructure = new Infrastructure("paths", List.of(SockShop.type("a", Architecture.AMD64, 4, 1024, 500),
                SockShop.type("b", Architecture.AMD64, 4, 1024, 5_000)), places);
        Component front = SockShop.component("front", false, 100, 32);
        double share = 1.0 / requests.length;
        Map<String, Double> mix = new java.util.TreeMap<>();
        List.of(requests).forEach(request -> mix.put(request.id(), share));
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(front), List.<LocationRequirement>of(),
                List.of(SockShop.users("users", "home", "Home", IpFamily.IPV4, 0.1, mix)), List.of(requests), slos,
                List.of(new Goal.MinimiseLatency(requests[0].id(), 1), new Goal.MinimiseCost(1)));
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure), network(infrastructure, isps),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static NetworkMatrix network(Infrastructure infrastructure, Map<String, Worth> isps) {
        List<PathFigures> figures = new ArrayList<>();
        for (Site from : infrastructure.sites()) {
            for (Site to : infrastructure.sites()) {
                from.accessPoints().forEach(a -> to.accessPoints().stream().filter(b -> !from.id().equals(to.id())
                        && from.id().equals("home") | to.id().equals("home")).forEach(b -> {
                    Worth worth = isps.get(from.id().equals("home") ? b.ispId() : a.ispId());
                    figures.add(new PathFigures(new PathId(a, b),
                            new PathStatistic(worth.mean(), 0, worth.mean(), worth.tail(), 16, NOON, PathStatistic.Origin.MEASURED,
                            worth.p99()),
                            Optional.empty(),
                            Optional.of(new PathStatistic(worth.mbps() * 1e6, 0, worth.mbps() * 1e6, worth.mbps() * 1e6, 1, NOON,
                                    PathStatistic.Origin.MEASURED)), 0));
                }));
            }
        }
        return NetworkMatrix.of(figures);
    }
}
