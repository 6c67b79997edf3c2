package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.problem.AvoidedPath;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.ReservedResponses;
import org.caravan.problem.Uplinks;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** What copies reserve of access links, by the paths that their links take. */
class BandwidthTest {

    private static final AccessLink FAST = AccessLink.of(TwoSites.OSLO_FAST);
    private static final AccessLink NEAR = AccessLink.of(TwoSites.OSLO_NEAR);
    private static final AccessLink BERGEN = AccessLink.of(TwoSites.BERGEN);
    private static final Bandwidth OF_WEB = new Bandwidth(3, BitRate.ofMbps(5), Optional.of(BitRate.ofMbps(50)));
    private static final Bandwidth OF_DB = new Bandwidth(1, BitRate.ofMbps(2), Optional.empty());
    private static final InstanceId WEB = new InstanceId("web", 1);
    private static final InstanceId DB = new InstanceId("db", 1);

    private final PlacementProblem problem = with(TwoSites.problem(Optional.empty(), List.of()));

    /** Users enter by Near, the database is reached by Fast: both ends of a link use their line, and each is reserved once. */
    @Test
    void aCopyReservesOnEachLineThatItsLinksUse() {
        DeploymentPlan plan = TwoSites.plan(problem, "box-1", "box-3");
        assertThat(plan.bandwidth()).containsExactly(
                new BandwidthReservation(DB, BERGEN, BitRate.ofMbps(2), Optional.empty(), 1),
                new BandwidthReservation(WEB, FAST, BitRate.ofMbps(5), Optional.of(BitRate.ofMbps(50)), 3),
                new BandwidthReservation(WEB, NEAR, BitRate.ofMbps(5), Optional.of(BitRate.ofMbps(50)), 3));
        assertThat(plan.canonicalText()).endsWith("bandwidth db:1 on bergen.Fast min 2.0 Mbit/s share 1\n"
                + "bandwidth web:1 on oslo.Fast min 5.0 Mbit/s max 50.0 Mbit/s share 3\nbandwidth web:1 on oslo.Near min 5.0 Mbit/s max "
                        + "50.0 Mbit/s share 3\n");
    }

    @Test
    void withinASiteNothingIsReserved() {
        assertThat(TwoSites.plan(problem, "box-1", "box-2").bandwidth()).extracting(BandwidthReservation::at).containsExactly(NEAR);
    }

    @Test
    void aReroutedLinkTakesAnotherPath() {
        AvoidedPath notFast = new AvoidedPath("web", "db", new PathId(TwoSites.OSLO_FAST, TwoSites.BERGEN));
        PlacementProblem rerouted = problem.withUplinks(Uplinks.NONE.rerouting(Set.of(notFast)));
        assertThat(TwoSites.plan(rerouted, "box-1", "box-3").links()).extracting(link -> link.path().from())
                .containsExactly(TwoSites.OSLO_NEAR);
        assertThat(rerouted.canonicalText()).contains("rerouted web -> db not via oslo.Fast/ipv4 -> bergen.Fast/ipv4\n");
        AvoidedPath notNear = new AvoidedPath("web", "db", new PathId(TwoSites.OSLO_NEAR, TwoSites.BERGEN));
        assertThat(TwoSites.plan(problem.withUplinks(Uplinks.NONE.rerouting(Set.of(notFast, notNear))), "box-1", "box-3").links())
                .as("who has no other takes the best").extracting(link -> link.path().from()).containsExactly(TwoSites.OSLO_FAST);
    }

    @Test
    void whatOthersReservedIsSummedByLine() {
        DeploymentPlan plan = TwoSites.plan(problem, "box-1", "box-3");
        PlacementProblem next = PlacementProblems.of(problem.application(), problem.infrastructure(), problem.inventory(),
                problem.network(), Optional.empty(),
                Stream.concat(plan.asOtherPlacements().stream(), plan.asOtherPlacements().stream()).toList(), PlanningPolicy.DEFAULT);
        assertThat(next.uplinks().reservedElsewhere())
                .isEqualTo(Map.of(BERGEN, BitRate.ofMbps(4), FAST, BitRate.ofMbps(10), NEAR, BitRate.ofMbps(10)));
        assertThat(next.canonicalText()).contains("uplink reserved elsewhere on bergen.Fast 4000000 bit/s\n");
        assertThat(next.uplinks().responsesElsewhere().paths()).as("of the called copy, not of users' access")
                .isEqualTo(Map.of(new PathId(TwoSites.OSLO_FAST, TwoSites.BERGEN), BitRate.ofMbps(4)));
        assertThat(next.uplinks().responsesElsewhere().inbound()).isEqualTo(Map.of(FAST, BitRate.ofMbps(4)));
        assertThat(next.canonicalText()).as("without a declared downlink").doesNotContain("responses reserved elsewhere into");
        Infrastructure all = problem.infrastructure();
        assertThat(next.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site -> site.withIsps(
                site.isps().stream().map(isp -> isp.withDownlink(Optional.of(BitRate.ofMbps(80)))).toList())).toList())).canonicalText())
                .contains("responses reserved elsewhere into oslo.Fast 4000000 bit/s\n");
        assertThat(next.canonicalText()).contains(
                "responses reserved elsewhere on oslo.Fast/ipv4 -> bergen.Fast/ipv4 4000000 bit/s\n");
    }

    /** The node counts all of its copies, also those without bandwidth; its part is that of one of the hosts of the site. */
    @Test
    void onALinkWithAQuotaEveryCopyTakesPart() {
        PlacementProblem plain = TwoSites.problem(Optional.empty(), List.of());
        assertThat(TwoSites.plan(plain, "box-1", "box-3").bandwidth()).isEmpty();
        Infrastructure all = plain.infrastructure();
        TrafficQuota quota = new TrafficQuota(new Bytes(9_000_000), TrafficQuota.Period.DAY, BitRate.ofMbps(4));
        PlacementProblem metered = plain.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site ->
                site.withIsps(site.isps().stream().map(isp -> isp.id().equals("Near") ? isp.withQuota(quota) : isp).toList())).toList()));
        assertThat(metered.canonicalText()).contains("traffic of Near quota 9 MB/day then max 4 Mbit/s\n");
        DeploymentPlan plan = TwoSites.plan(metered, "box-1", "box-3");
        assertThat(plan.bandwidth()).containsExactly(new BandwidthReservation(WEB, NEAR, BitRate.ZERO, Optional.empty(), 1));
        int hosts = (int) all.hosts().stream().filter(host -> all.site("oslo").hosts().contains(host)).count();
        assertThat(plan.instance(WEB).orElseThrow().spec().bandwidth()).containsExactly(new LinkBandwidth("Near", Optional.empty(),
                BitRate.ZERO, Optional.empty(), 1, Optional.of(quota.part(hosts))));
        assertThat(plan.canonicalText()).contains("bandwidth web:1 on oslo.Near min 0.0 Mbit/s share 1, " + quota.part(hosts) + "\n");
    }

    /** Nodes multiply shares by the weight of the organisation, also those of copies without bandwidth on declared uplinks. */
    @Test
    void theWeightOfTheOrganisationMultipliesShares() {
        Infrastructure all = problem.infrastructure();
        Infrastructure declared = new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site -> site.withIsps(
                site.isps().stream().map(isp -> new Isp(isp.id(), isp.subnets(), isp.probeBudget(), isp.id().equals("Near")
                        ? Optional.of(BitRate.ofMbps(100)) : Optional.empty())).toList())).toList());
        PlacementProblem weighed = problem.withInfrastructure(declared).withUplinks(Uplinks.NONE.weighing(2));
        DeploymentPlan plan = TwoSites.plan(weighed, "box-1", "box-3");
        assertThat(plan.bandwidth()).as("shares of the model").extracting(BandwidthReservation::share).containsExactly(1.0, 3.0, 3.0);
        assertThat(plan.instance(WEB).orElseThrow().spec().bandwidth()).extracting(LinkBandwidth::share).containsExactly(6.0, 6.0);
        assertThat(plan.canonicalText()).contains("bandwidth web:1 on oslo.Near min 5.0 Mbit/s max 50.0 Mbit/s share 3 times 2 of 100.0 "
                + "Mbit/s\n");
        assertThat(weighed.canonicalText()).contains("organisation of weight 2.0\n");
        assertThat(plan.asOtherPlacements()).filteredOn(other -> other.hostId().equals("box-1")).singleElement().satisfies(other ->
                assertThat(other.shares()).isEqualTo(Map.of(FAST, 6.0, NEAR, 6.0)));

        PlacementProblem plain = weighed.withApplication(weighed.application().withPlacementRules(new PlacementRules(List.of(), Map.of())));
        assertThat(TwoSites.plan(plain, "box-1", "box-3").bandwidth()).as("on the declared uplink only").containsExactly(
                new BandwidthReservation(WEB, NEAR, BitRate.ZERO, Optional.empty(), 1));
        assertThat(TwoSites.plan(plain.withUplinks(Uplinks.NONE), "box-1", "box-3").bandwidth()).isEmpty();
    }

    @Test
    void lintTellsOfLinesNearlyFullAndOfThoseNobodyKnows() {
        Infrastructure all = problem.infrastructure();
        Infrastructure narrow = new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site -> site.id().equals("bergen")
                ? new Site(site.id(), site.kind(), site.country(), site.position(), site.isps().stream()
                        .map(isp -> new Isp(isp.id(), isp.subnets(), isp.probeBudget(), Optional.of(BitRate.ofMbps(2.1)))).toList(),
                        site.hosts(), site.vantage())
                : site).toList());
        PlacementProblem known = problem.withInfrastructure(narrow);
        DeploymentPlan plan = TwoSites.plan(known, "box-1", "box-3");
        PlanReport report = new PlanReport(new MonthlyCost(0), Certificate.NONE, List.of(), List.of(), List.of(), List.of());
        assertThat(PlanLint.of(known, plan, report)).extracting(Remark::message).contains(
                "Access link (bergen.Fast) is nearly full: 95 % of its uplink are reserved.",
                "Copies reserve 5.0 Mbit/s of access link (oslo.Fast), whose bandwidth is not declared.");
    }

    /** The database answers web at Oslo with at least 2 Mbit/s, beside 1 Mbit/s of others. */
    @Test
    void lintTellsOfInboundLinksNearlyFull() {
        assertThat(inbound(3.3)).containsExactly(
                "Access link (oslo.Fast) is nearly full: 91 % of its downlink are reserved for responses.");
        assertThat(inbound(3.4)).isEmpty();
    }

    private List<String> inbound(double megabits) {
        Infrastructure all = problem.infrastructure();
        PlacementProblem known = problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site ->
                site.withIsps(site.isps().stream().map(isp -> isp.withDownlink(Optional.of(BitRate.ofMbps(megabits)))).toList())).toList()))
                .withUplinks(Uplinks.NONE.answering(new ReservedResponses(new TreeMap<>(),
                        new TreeMap<>(Map.of(FAST, BitRate.ofMbps(1))))));
        DeploymentPlan plan = TwoSites.plan(known, "box-1", "box-3");
        PlanReport report = new PlanReport(new MonthlyCost(0), Certificate.NONE, List.of(), List.of(), List.of(), List.of());
        return PlanLint.of(known, plan, report).stream().map(Remark::message).filter(message -> message.contains("downlink")).toList();
    }

    private static PlacementProblem with(PlacementProblem problem) {
        return problem.withApplication(problem.application().withPlacementRules(new PlacementRules(List.of(),
                Map.of("web", OF_WEB, "db", OF_DB))));
    }
}
