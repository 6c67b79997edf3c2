package org.caravan.solver.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.PlacementRules;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.ReservedResponses;
import org.caravan.problem.Uplinks;
import org.caravan.solver.GeneratedPlacementRules;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.Replanning;
import org.caravan.solver.SockShop;
import org.caravan.solver.SyntheticNetwork;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.UplinkUsage;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** A front end near its users and a store elsewhere; two sites with a near and a far ISP each. */
class UplinkCapacitiesTest {

    private static final AccessLink NEAR = new AccessLink("bergen", "Near");
    private static final AccessLink FAR = new AccessLink("bergen", "Far");

    @Test
    void reservationsArePartOfThePlan() {
        Planned planned = planned(problem(10, 1, 50, Map.of("front", mbps(5))));
        assertThat(planned.plan().bandwidth()).extracting(BandwidthReservation::at).containsExactly(NEAR);
        assertThat(planned.plan().canonicalText()).contains("bandwidth front:1 on bergen.Near min 5.0 Mbit/s share 1 of 50.0 Mbit/s\n");
        assertThat(planned.plan().asOtherPlacements()).filteredOn(other -> !other.uplinks().isEmpty()).singleElement()
                .satisfies(other -> assertThat(other.uplinks()).isEqualTo(Map.of(NEAR, BitRate.ofMbps(5))));
        assertThat(planned(problem(10, 1, 50, Map.of())).plan().bandwidth()).isEmpty();
    }

    @Test
    void moreThanTheUplinkIsReservedByNoPlan() {
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(problem(10, 1, 4, Map.of("front", mbps(5))));
        assertThat(none.reasons()).anyMatch(reason ->
                reason.startsWith("The uplink of (bergen.Near) is overbooked: in the best placement found copies"
                + " reserve 5.0 Mbit/s of 4.0 Mbit/s") || reason.startsWith("The uplink of (bergen.Far) is overbooked"));
        assertThat(none.conflict().orElseThrow().requirements()).containsExactlyInAnyOrder(
                "bandwidth of front: min 5.0 Mbit/s", "uplink of bergen.Near: 4.0 Mbit/s", "uplink of bergen.Far: 4.0 Mbit/s",
                "users users reach front");
        // Whether no choice among the two ISPs would do was not proved, though here it is plain to see.
        assertThat(none.conflict().orElseThrow().certainty()).isEqualTo(Certainty.TRIED);
        assertThat(none.conflict().orElseThrow().lines().get(0))
                .isEqualTo("These cannot be kept together (by all choices of paths that were tried, not of all there are):");
    }

    @Test
    void whatOthersReservedIsNotThereAndAnotherPathIsTakenForIt() {
        PlacementProblem free = problem(10, 1, 50, Map.of("front", mbps(5)));
        PlacementProblem taken = free.withUplinks(new Uplinks(Map.of(NEAR, BitRate.ofMbps(46)), Set.of()));
        DeploymentPlan plan = planned(taken).plan();
        assertThat(plan.bandwidth()).extracting(BandwidthReservation::at).containsExactly(FAR);
        assertThat(planned(taken).report().notes()).contains("uplink of bergen.Far: 5.0 Mbit/s reserved of 50.0 Mbit/s");
        assertThat(planned(free.withUplinks(new Uplinks(Map.of(NEAR, BitRate.ofMbps(4)), Set.of()))).report().notes())
                .contains("uplink of bergen.Near: 5.0 Mbit/s reserved of 50.0 Mbit/s, beside 4.0 Mbit/s by other applications");
    }

    @Test
    void whatRequestsSendKeepsBelowTheUplink() {
        // 24 KiB × 100 requests/s are 19.7 Mbit/s.
        Planned wide = planned(problem(100, 1, 50, Map.of()));
        assertThat(wide.plan().entries()).allMatch(entry -> entry.path().to().ispId().equals("Near"));
        PlacementProblem narrow = uplink(problem(100, 1, 50, Map.of()), NEAR, 19);
        Planned rerouted = planned(narrow);
        assertThat(rerouted.plan().entries()).allMatch(entry -> entry.path().to().ispId().equals("Far"));
        assertThat(rerouted.report().notes()).anyMatch(note ->
                note.startsWith("links users -> front may take another path than their nearest"));
        assertThat(rerouted.report().scores()).filteredOn(score -> score.level().equals("hard")).allMatch(score -> score.score() == 0);
        assertThat(rerouted.report().scores()).extracting(ConstraintScore::name).contains("uplinkLoadFits");

        DeploymentPlan again = planned(Replanning.withTarget(narrow, rerouted.plan())).plan();
        assertThat(PlanDiff.of(Optional.of(rerouted.plan()), again, narrow).changes()).isFalse();
    }

    @Test
    void aLinkKeepsBelowTheThroughputOfItsPath() {
        // Of what is estimated the near path carries 80 Mbit/s, the far one 300.
        Planned many = planned(problem(450, 1, 0, Map.of()));
        assertThat(many.plan().entries()).allMatch(entry -> entry.path().to().ispId().equals("Far"));
        NoPlacement tooMany = (NoPlacement) new OptaPlannerPlanner().plan(problem(4_000, 1, 0, Map.of()));
        assertThat(tooMany.reasons().get(0)).startsWith("The path (home.")
                .contains(" is too slow: in the best placement found requests send 786.4 Mbit/s"
                + " over the link (users users -> front:1), of ");
    }

    /** The store answers at another site: the near path carries 80 Mbit/s, the far one 300. */
    @Test
    void aReservationNeedsAPathThatCarriesIt() {
        assertThat(planned(apart(70)).plan().links()).extracting(link -> link.path().from().ispId()).containsExactly("Near");
        assertThat(planned(apart(100)).plan().links()).extracting(link -> link.path().from().ispId()).containsExactly("Far");
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(apart(400));
        assertThat(none.reasons().get(0)).startsWith("The path (bergen.").contains("is too slow: in the best placement found store:1 "
                + "reserves 400.0 Mbit/s for the link (front:1 -> store:1), of ");
        assertThat(none.conflict().orElseThrow().requirements()).contains("bandwidth of store: min 400.0 Mbit/s");
    }

    /** Of two stores that reserve 50 Mbit/s each, the near path carries one; of 200 Mbit/s each, the far one carries one. */
    @Test
    void copiesReserveTogetherNoMoreThanTheirPathCarries() {
        assertThat(planned(apart(40, "store", "depot")).plan().links()).extracting(link -> link.path().from().ispId())
                .containsExactly("Near", "Near");
        assertThat(planned(apart(50, "store", "depot")).plan().links()).extracting(link -> link.path().from().ispId())
                .containsExactlyInAnyOrder("Near", "Far");
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(apart(200, "store", "depot"));
        assertThat(none.reasons()).anyMatch(reason -> reason.startsWith("The path (bergen.")
                && reason.endsWith(" is overbooked: in the best placement found copies reserve 400.0 Mbit/s of 300.0 Mbit/s that "
                + "it carries and nobody else has reserved.")
                || reason.contains("is too slow"));
        assertThat(none.conflict().orElseThrow().requirements()).contains("bandwidth of store: min 200.0 Mbit/s",
                "bandwidth of depot: min 200.0 Mbit/s");
    }

    /** Of 80 Mbit/s on the near path, another application reserves some for responses of its own. */
    @Test
    void otherApplicationsReserveOnTheSamePath() {
        PathId near = planned(apart(50)).plan().links().get(0).path();
        assertThat(near.from().ispId()).isEqualTo("Near");
        assertThat(planned(elsewhere(apart(50), near, 30)).plan().links().get(0).path()).isEqualTo(near);
        PlacementProblem taken = elsewhere(apart(50), near, 31);
        assertThat(planned(taken).plan().links().get(0).path().from().ispId()).isEqualTo("Far");
        PathId far = new PathId(new AccessPoint("bergen", "Far", IpFamily.IPV4), near.to());
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(elsewhere(taken, far, 251));
        assertThat(none.reasons()).anyMatch(reason -> reason.startsWith("The path (bergen.")
                && reason.contains(" is overbooked: in the best placement found copies reserve 50.0 Mbit/s of 49.0 Mbit/s that it "
                        + "carries and nobody else has reserved."));
        assertThat(none.conflict().orElseThrow().requirements()).contains("bandwidth of store: min 50.0 Mbit/s",
                "what other applications have reserved for responses from oslo.Only");
    }

    private static PlacementProblem elsewhere(PlacementProblem problem, PathId path, double megabits) {
        return problem.withUplinks(problem.uplinks().answering(problem.uplinks().responsesElsewhere()
                .plus(new ReservedResponses(new TreeMap<>(Map.of(path, BitRate.ofMbps(megabits))),
                        new TreeMap<>()))));
    }

    /** Responses of two stores of 50 Mbit/s each enter bergen, by the near or the far ISP. */
    @Test
    void responsesFitTheAccessLinkOfTheirCaller() {
        PlacementProblem stores = apart(40, "store", "depot");
        assertThat(planned(received(stores, NEAR, 80)).plan().links()).extracting(link -> link.path().from().ispId())
                .containsExactly("Near", "Near");
        assertThat(planned(received(stores, NEAR, 79)).plan().links()).extracting(link -> link.path().from().ispId())
                .containsExactlyInAnyOrder("Near", "Far");
        assertThat(planned(received(stores, NEAR, 39)).plan().links()).extracting(link -> link.path().from().ispId())
                .containsExactly("Far", "Far");
        PlacementProblem both = received(received(stores, NEAR, 79), FAR, 79);
        PlacementProblem taken = both.withUplinks(both.uplinks().answering(new ReservedResponses(new TreeMap<>(),
                new TreeMap<>(Map.of(FAR, BitRate.ofMbps(40))))));
        assertThat(new OptaPlannerPlanner().plan(both)).isInstanceOf(Planned.class);
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(taken);
        assertThat(none.reasons()).anyMatch(reason -> reason.startsWith("The downlink of (bergen.")
                && reason.contains(") is overbooked: in the best placement found copies reserve "));
        assertThat(none.conflict().orElseThrow().requirements()).contains("bandwidth of store: min 40.0 Mbit/s",
                "bandwidth of depot: min 40.0 Mbit/s", "downlink of bergen.Near: 79.0 Mbit/s", "downlink of bergen.Far: 79.0 Mbit/s",
                "what other applications have reserved for responses into bergen.Far");
    }

    private static PlacementProblem received(PlacementProblem problem, AccessLink at, double megabits) {
        Infrastructure all = problem.infrastructure();
        return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream()
                .map(site -> site.withIsps(site.isps().stream().map(isp -> site.id().equals(at.siteId()) && isp.id().equals(at.ispId())
                        ? isp.withDownlink(Optional.of(BitRate.ofMbps(megabits))) : isp).toList())).toList()));
    }

    /** 24 KiB take 2.5 ms at 80 Mbit/s, and 196.6 ms at 1 Mbit/s. */
    @Test
    void anSloMissedWhileNeighboursAreBusyIsNoted() {
        PlacementProblem shop = problem(10, 1, 50, Map.of("front", new Bandwidth(1, BitRate.ZERO, Optional.of(BitRate.ofMbps(1)))));
        ApplicationModel model = shop.application();
        Planned planned = planned(shop.withApplication(new ApplicationModel(model.name(), model.version(), model.components(),
                model.locations(), model.separations(), model.users(), model.requests(),
                List.of(new Slo("fast", 50, "read", new Millis(150))), model.goals(), model.onFailure(), model.supplement())));
        assertThat(planned.report().latencies().get(0).mean().value()).isBetween(196.6, 230.0);
        assertThat(planned.report().notes()).anyMatch(note -> note.startsWith("slo fast is missed while copies on a divided uplink are "
                + "busy: request read of users users takes "));
    }

    @Test
    void aGuessedThroughputRefusesNothing() {
        PlacementProblem problem = problem(4_000, 1, 0, Map.of());
        List<PathFigures> guessed = problem.network().all().values().stream()
                .map(path -> new PathFigures(path.path(), path.idleRtt(), path.loadedRtt(),
                path.throughput().map(known -> new PathStatistic(known.mean(), known.mean() / 2, known.median(), known.p95(), 0,
                        known.newest(), PathStatistic.Origin.ESTIMATED)),
                path.loss())).toList();
        assertThat(ProblemCompiler.of(problem).lines().active()).isTrue();
        assertThat(ProblemCompiler.of(problem.withNetwork(NetworkMatrix.of(guessed))).lines().active()).isFalse();
    }

    @Test
    void moreThanIsGuessedOfAPathIsRemarkedOn() {
        PlacementProblem measured = problem(100, 1, 0, Map.of());
        List<PathFigures> guessed = measured.network().all().values().stream()
                .map(path -> new PathFigures(path.path(), path.idleRtt(), path.loadedRtt(),
                path.throughput().map(known -> new PathStatistic(10e6, 1e6, 10e6, 10e6, 0, known.newest(), PathStatistic.Origin.ESTIMATED)),
                        path.loss())).toList();
        PlacementProblem problem = measured.withNetwork(NetworkMatrix.of(guessed));
        Planned planned = planned(problem);
        // 24 KiB × 100 requests/s are 19.7 Mbit/s, and 9 Mbit/s the worse end of what is guessed.
        assertThat(PlanLint.of(problem, planned.plan(), planned.report())).filteredOn(remark -> remark.code().equals("throughput-guessed"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.message()).startsWith("Requests send 19.7 Mbit/s by path (home.")
                        .endsWith("which was never measured; its assumed throughput is 9.0 Mbit/s."));
        Planned sure = planned(measured);
        assertThat(PlanLint.of(measured, sure.plan(), sure.report())).extracting(Remark::code).doesNotContain("throughput-guessed");
    }

    @Test
    void replicasShareWhatIsSent() {
        // Each of two copies has half of 88.5 Mbit/s.
        Planned two = planned(problem(450, 2, 0, Map.of()));
        assertThat(two.plan().entries()).hasSize(2).allMatch(entry -> entry.path().to().ispId().equals("Near"));
    }

    @Test
    void nothingIsCountedWhereNothingCouldBeTooMuch() {
        assertThat(ProblemCompiler.of(problem(10, 1, 0, Map.of("front", mbps(5)))).lines().active()).isFalse();
        assertThat(ProblemCompiler.of(problem(10, 1, 50, Map.of())).lines().active()).isFalse();
        assertThat(planned(problem(10, 1, 50, Map.of())).report().scores()).extracting(ConstraintScore::name)
                .doesNotContain("pathThroughputSuffices", "uplinkReservationsFit", "uplinkLoadFits");
    }

    @Test
    void aChangedReservationIsAChangeAndMakesNothingAnew() {
        DeploymentPlan before = planned(problem(10, 1, 50, Map.of("front", mbps(5)))).plan();
        PlacementProblem more = Replanning.withTarget(problem(10, 1, 50, Map.of("front", mbps(7))), before);
        PlanDiff diff = PlanDiff.of(Optional.of(before), planned(more).plan(), more);
        assertThat(diff.instances()).isEmpty();
        assertThat(diff.changes()).isTrue();
        assertThat(diff.canonicalText()).contains(
                "± bandwidth front:1 on bergen.Near  min 7.0 Mbit/s share 1 of 50.0 Mbit/s (was min 5.0 Mbit/s share 1 of 50.0 Mbit/s)");
    }

    /** What the search counts is what the plan says. */
    @Test
    void plansReserveWhatTheSearchCounted() {
        long compared = GeneratedProblems.small(60).map(GeneratedPlacementRules::narrow).filter(problem -> {
            if (!(new OptaPlannerPlanner().plan(problem) instanceof Planned planned)) {
                return false;
            }
            // By the paths of the plan, which may be others than the derived ones.
            Map<AccessLink, Long> sums = new HashMap<>();
            planned.plan().bandwidth().forEach(one -> sums.merge(one.at(), one.min().value(), Long::sum));
            problem.infrastructure().sites().forEach(site -> site.isps().forEach(isp -> {
                AccessLink at = new AccessLink(site.id(), isp.id());
                long free = isp.uplink().map(BitRate::value).orElse(Long.MAX_VALUE / 2)
                        - problem.uplinks().reservedElsewhere().getOrDefault(at, new BitRate(0)).value();
                assertThat(sums.getOrDefault(at, 0L)).as(at.toString()).isLessThanOrEqualTo(Math.max(0, free));
            }));
            CompiledProblem tables = ProblemCompiler.of(problem);
            Map<String, Integer> hosts = new HashMap<>();
            tables.positions().forEach(position -> hosts.put(position.hostId(), position.index()));
            int[] positions = tables.instances().stream()
                    .mapToInt(instance -> hosts.get(planned.plan().instance(instance.id()).orElseThrow().hostId())).toArray();
            boolean derived = planned.report().notes().stream().noneMatch(note -> note.contains("may take another path"));
            UplinkUsage use = UplinkUsage.of(tables, Assignment.of(tables, positions));
            tables.lines().all().stream().filter(line -> derived && line.path().isEmpty() && !line.inbound()).forEach(line ->
                    assertThat(use.reserved(line)).as(line.toString()).isEqualTo(sums.getOrDefault(line.at(), 0L)));
            return derived && !tables.lines().all().isEmpty();
        }).count();
        assertThat(compared).isGreaterThan(5);
    }

    private static Bandwidth mbps(double min) {
        return new Bandwidth(1, BitRate.ofMbps(min), Optional.empty());
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static PlacementProblem uplink(PlacementProblem problem, AccessLink at, double megabits) {
        Infrastructure all = problem.infrastructure();
        return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream()
                .map(site -> new Site(site.id(), site.kind(), site.country(), site.position(),
                        site.isps().stream().map(isp -> site.id().equals(at.siteId())
                                && isp.id().equals(at.ispId()) ? wide(isp, megabits) : isp).toList(),
                        site.hosts(), site.vantage()))
                .toList()));
    }

    private static Isp wide(Isp isp, double megabits) {
        return new Isp(isp.id(), isp.subnets(), isp.probeBudget(), megabits == 0 ? Optional.empty()
                : Optional.of(BitRate.ofMbps(megabits)));
    }

    private static PlacementProblem apart(double min) {
        return apart(min, "store");
    }

    /** @param min of each store in Mbit/s */
    private static PlacementProblem apart(double min, String... stores) {
        PlacementProblem one = problem(10, 1, 0, Stream.of(stores).collect(Collectors.toMap(store -> store, store -> mbps(min))));
        List<Component> components = new ArrayList<>(List.of(SockShop.component("front", false, 100, 32, stores)));
        List<LocationRequirement> places = new ArrayList<>(List.of(new LocationRequirement("front", Set.of("bergen"), Set.of())));
        List<Hop> hops = new ArrayList<>(List.of(SockShop.hop("users", "front", 1, 1)));
        for (String store : stores) {
            components.add(SockShop.component(store, false, 100, 32));
            places.add(new LocationRequirement(store, Set.of("oslo"), Set.of()));
            hops.add(SockShop.hop("front", store, 1, 1));
        }
        Infrastructure all = one.infrastructure();
        List<Site> sites = new ArrayList<>(all.sites());
        sites.add(SockShop.site("oslo", SiteKind.EDGE, "NO", 59.9, 10.7, 8, List.of("Only/4"), "a-3"));
        Infrastructure infrastructure = new Infrastructure(all.name(), all.hostTypes(), sites);
        ApplicationModel shop = one.application();
        ApplicationModel application = new ApplicationModel(shop.name(), shop.version(), components, places,
                shop.users(), List.of(new Request("read", hops)), List.of(), shop.goals()).withPlacementRules(shop.supplement().bonds());
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure, Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000),
                        "Near", new SyntheticNetwork.IspWorth(1, 80), "Far", new SyntheticNetwork.IspWorth(9, 300),
                        "Only", new SyntheticNetwork.IspWorth(1, 1_000)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    /** @param megabits uplink of both ISPs; 0 where nobody said */
    private static PlacementProblem problem(double rate, int replicas, double megabits, Map<String, Bandwidth> bandwidths) {
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("Near/4", "Far/4"), "a-1", "a-2");
        Site home = SockShop.site("home", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("Home/4"));
        Infrastructure infrastructure = new Infrastructure("one-site", List.of(SockShop.type("a", Architecture.AMD64, 4, 1024, 500)),
                List.of(bergen, home));
        Component front = SockShop.component("front", false, 100, 32).withReplicas(replicas);
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(front), List.<LocationRequirement>of(),
                List.of(SockShop.users("users", "home", "Home", IpFamily.IPV4, rate, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 24)))), List.of(),
                        List.of(new Goal.MinimiseLatency("read", 1)))
                .withPlacementRules(new PlacementRules(List.of(), bandwidths));
        PlacementProblem problem = PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure,
                        Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000), "Near", new SyntheticNetwork.IspWorth(1, 80), "Far",
                                new SyntheticNetwork.IspWorth(9, 300)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
        return uplink(uplink(problem, NEAR, megabits), FAR, megabits);
    }
}
