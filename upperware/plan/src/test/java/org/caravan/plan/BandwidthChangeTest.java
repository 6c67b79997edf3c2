package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.BandwidthChange.Conflict;
import org.caravan.plan.BandwidthChange.Granted;
import org.caravan.plan.BandwidthChange.NoUplink;
import org.caravan.plan.BandwidthChange.Refused;
import org.caravan.plan.BandwidthChange.Reserved;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

/** A copy asks for other bandwidth while it runs. Its site has two uplinks of 100 Mbit/s, and both carry its traffic. */
class BandwidthChangeTest {

    private static final AccessLink FAST = AccessLink.of(TwoSites.OSLO_FAST);
    private static final AccessLink NEAR = AccessLink.of(TwoSites.OSLO_NEAR);
    private static final InstanceId WEB = new InstanceId("web", 1);
    private static final InstanceId DB = new InstanceId("db", 1);

    /** Responses of db take 90 Mbit/s to web. */
    private static final Function<PathId, Optional<BitRate>> CARRIED = path -> path.to().siteId().equals("bergen")
            ? Optional.of(BitRate.ofMbps(90)) : Optional.empty();

    private final PlacementProblem problem = TwoSites.problem(Optional.empty(), List.of());
    private final ApplicationModel model = problem.application()
            .withPlacementRules(new PlacementRules(List.of(), Map.of("web", mbps(5, 0, 1))));
    private final Infrastructure sites = uplinks(problem.infrastructure(), 100);
    private final DeploymentPlan target = TwoSites.plan(problem.withApplication(model).withInfrastructure(sites), "box-1", "box-3");

    @Test
    void whatFitsIsAPlanThatDiffersInTheCopysBandwidthAlone() {
        DeploymentPlan plan = granted(mbps(20, 50, 3));
        assertThat(plan.parentId()).contains(target.digest());
        assertThat(plan.generation()).isEqualTo(target.generation() + 1);
        assertThat(plan.bandwidth()).extracting(one -> one.instance() + " " + one.at().ispId() + " " + one.amounts()).containsExactly(
                "web:1 Fast min 20.0 Mbit/s max 50.0 Mbit/s share 3", "web:1 Near min 20.0 Mbit/s max 50.0 Mbit/s share 3");
        assertThat(plan.instance(WEB).orElseThrow().spec().bandwidth()).extracting(Object::toString).containsExactly(
                "min 20.0 Mbit/s max 50.0 Mbit/s share 3 of 100.0 Mbit/s on Fast",
                "min 20.0 Mbit/s max 50.0 Mbit/s share 3 of 100.0 Mbit/s on Near");
        assertThat(plan.instance(WEB).orElseThrow().generation()).isEqualTo(target.instance(WEB).orElseThrow().generation());
        assertThat(plan.instance(DB)).isEqualTo(target.instance(DB));
        assertThat(plan.links()).isEqualTo(target.links());
        assertThat(plan.entries()).isEqualTo(target.entries());
    }

    @Test
    void aCopyCanGiveUpItsBandwidth() {
        DeploymentPlan plan = ((Granted) BandwidthChange.of(target, model, sites, List.of(), CARRIED, 1, WEB, Optional.empty())).plan();
        assertThat(plan.bandwidth()).isEmpty();
        assertThat(plan.instance(WEB).orElseThrow().spec().bandwidth()).isEmpty();
    }

    @Test
    void aCopyWithoutBandwidthCanGetSome() {
        assertThat(((Granted) change(DB, mbps(1, 0, 1), List.of())).plan().bandwidth()).hasSize(3);
    }

    @Test
    void severalCopiesGetAllOrNothing() {
        DeploymentPlan plan = ((Granted) several(Map.of(WEB, mbps(20, 0, 1), DB, mbps(30, 0, 1))).answer()).plan();
        assertThat(plan.parentId()).contains(target.digest());
        assertThat(plan.generation()).isEqualTo(target.generation() + 1);
        assertThat(plan.bandwidth()).extracting(one -> one.instance() + " " + one.min()).contains("web:1 20.0 Mbit/s", "db:1 30.0 Mbit/s");
        assertThat(plan.instances()).extracting(InstancePlacement::hostId).isEqualTo(target.instances().stream()
                .map(InstancePlacement::hostId).toList());
        BandwidthChange.OfSeveral refused = several(Map.of(DB, mbps(30, 0, 1), WEB, mbps(101, 0, 1)));
        assertThat(refused.asks()).isEqualTo(WEB);
        assertThat(((Refused) refused.answer()).conflicts()).isNotEmpty().allMatch(one -> one.asked().equals(BitRate.ofMbps(101)));
    }

    private BandwidthChange.OfSeveral several(Map<InstanceId, Bandwidth> wanted) {
        return BandwidthChange.ofSeveral(target, model, sites, List.of(), CARRIED, 1, wanted);
    }

    @Test
    void theSmallestSetThatDoesNotFitIsNamed() {
        List<DeploymentPlan> others = List.of(other("a", 10), other("b", 60), other("c", 25));
        assertThat(change(WEB, mbps(20, 0, 1), others)).isEqualTo(new Refused(List.of(
                conflict(FAST, 20, 5, reserved("b", 60), reserved("c", 25)), conflict(NEAR, 20, 5, reserved("b", 60), reserved("c", 25)))));
        assertThat(change(WEB, mbps(5, 0, 1), others)).isInstanceOf(Granted.class);
        assertThat(change(WEB, mbps(101, 0, 1), others)).isEqualTo(new Refused(List.of(conflict(FAST, 101, 5), conflict(NEAR, 101, 5))));
        assertThat(change(WEB, mbps(0, 900, 7), others)).as("without a minimum").isInstanceOf(Granted.class);
    }

    @Test
    void withoutADeclaredUplinkNoMinimumIsPromised() {
        assertThat(BandwidthChange.of(target, model, problem.infrastructure(), List.of(), CARRIED, 1, WEB, Optional.of(mbps(1, 0, 1))))
                .isEqualTo(new Refused(List.of(new Conflict(FAST, BitRate.ZERO, BitRate.ofMbps(1), List.of(), BitRate.ZERO),
                        new Conflict(NEAR, BitRate.ZERO, BitRate.ofMbps(1), List.of(), BitRate.ZERO))));
    }

    @Test
    void aPathThatCarriesLessIsNamed() {
        PathId path = target.links().get(0).path();
        assertThat(change(DB, mbps(91, 0, 1), List.of())).isEqualTo(new Refused(List.of(new Conflict(AccessLink.of(path.to()),
                Optional.of(path), BitRate.ofMbps(90), BitRate.ofMbps(91), List.of(), BitRate.ofMbps(90)))));
        assertThat(change(DB, mbps(90, 0, 1), List.of())).isInstanceOf(Granted.class);
        assertThat(change(WEB, mbps(91, 0, 1), List.of())).as("users' access is not reserved").isInstanceOf(Granted.class);
    }

    @Test
    void minimaOfOtherCopiesOnThePathCount() {
        DeploymentPlan plan = target;
        PathId path = plan.links().get(0).path();
        InstanceId cache = new InstanceId("cache", 1);
        List<LinkPlacement> links = new ArrayList<>(plan.links());
        links.add(new LinkPlacement(WEB, cache, "sql", 8080, path, "10.1.1.2", "10.1.2.2"));
        List<BandwidthReservation> bandwidth = new ArrayList<>(plan.bandwidth());
        bandwidth.add(new BandwidthReservation(cache, AccessLink.of(path.to()), BitRate.ofMbps(60), Optional.empty(), 1));
        DeploymentPlan shared = new DeploymentPlan(plan.application(), plan.applicationVersion(), plan.parentId(), plan.generation(),
                plan.instances(), links, plan.entries(), bandwidth);
        assertThat(BandwidthChange.of(shared, model, sites, List.of(), CARRIED, 1, DB, Optional.of(mbps(31, 0, 1)))).isEqualTo(new Refused(
                List.of(new Conflict(AccessLink.of(path.to()), Optional.of(path), BitRate.ofMbps(90), BitRate.ofMbps(31),
                        List.of(new Reserved("shop", cache, BitRate.ofMbps(60))), BitRate.ofMbps(30)))));
        assertThat(BandwidthChange.of(shared, model, sites, List.of(), CARRIED, 1, DB, Optional.of(mbps(30, 0, 1))))
                .isInstanceOf(Granted.class);
    }

    @Test
    void minimaOfOtherApplicationsOnThePathCount() {
        PathId path = target.links().get(0).path();
        DeploymentPlan other = new DeploymentPlan("blog", "1", Optional.empty(), 1, List.of(), target.links(), List.of(),
                List.of(new BandwidthReservation(DB, AccessLink.of(path.to()), BitRate.ofMbps(60), Optional.empty(), 1)));
        assertThat(change(DB, mbps(31, 0, 1), List.of(other))).isEqualTo(new Refused(List.of(new Conflict(AccessLink.of(path.to()),
                Optional.of(path), BitRate.ofMbps(90), BitRate.ofMbps(31),
                List.of(new Reserved("blog", DB, BitRate.ofMbps(60))), BitRate.ofMbps(30)))));
        assertThat(change(DB, mbps(30, 0, 1), List.of(other))).isInstanceOf(Granted.class);
    }

    /** Responses of db enter oslo by its fast ISP, beside those of another application by another path. */
    @Test
    void theAccessLinkOfTheCallerCounts() {
        PathId path = target.links().get(0).path();
        PathId another = new PathId(path.from(), new AccessPoint("bergen", "Other", IpFamily.IPV4));
        LinkPlacement link = target.links().get(0);
        DeploymentPlan other = new DeploymentPlan("blog", "1", Optional.empty(), 1, List.of(), List.of(new LinkPlacement(link.from(),
                link.to(), "sql", 8080, another, "10.1.1.2", "10.1.2.2")), List.of(),
                List.of(new BandwidthReservation(DB, AccessLink.of(another.to()), BitRate.ofMbps(60), Optional.empty(), 1)));
        Infrastructure received = new Infrastructure(sites.name(), sites.hostTypes(), sites.sites().stream().map(site -> site.withIsps(
                site.isps().stream().map(isp -> isp.withDownlink(Optional.of(BitRate.ofMbps(80)))).toList())).toList());
        assertThat(BandwidthChange.of(target, model, received, List.of(other), CARRIED, 1, DB, Optional.of(mbps(21, 0, 1))))
                .isEqualTo(new Refused(List.of(new Conflict(FAST, Optional.empty(), true, BitRate.ofMbps(80), BitRate.ofMbps(21),
                        List.of(new Reserved("blog", DB, BitRate.ofMbps(60))), BitRate.ofMbps(20)))));
        assertThat(BandwidthChange.of(target, model, received, List.of(other), CARRIED, 1, DB, Optional.of(mbps(20, 0, 1))))
                .isInstanceOf(Granted.class);
        assertThat(BandwidthChange.of(target, model, received, List.of(other), CARRIED, 1, WEB, Optional.of(mbps(90, 0, 1))))
                .as("users' access is not reserved").isInstanceOf(Granted.class);
    }

    @Test
    void aCopyThatAsksForNoMoreThanItHasIsNotRefusedWhereOthersOverbook() {
        List<DeploymentPlan> others = List.of(other("a", 60), other("b", 60));
        assertThat(change(WEB, mbps(4, 0, 1), others)).as("less").isInstanceOf(Granted.class);
        assertThat(change(WEB, mbps(5, 50, 3), others)).as("another share and maximum").isInstanceOf(Granted.class);
        assertThat(change(WEB, mbps(6, 0, 1), others)).isEqualTo(new Refused(List.of(
                conflict(FAST, 6, 0, reserved("a", 60), reserved("b", 60)), conflict(NEAR, 6, 0, reserved("a", 60), reserved("b", 60)))));
    }

    /** The path and the access link of the caller carry less than db has. */
    @Test
    void aCopyThatAsksForNoMoreThanItHasIsNotRefusedForItsResponses() {
        DeploymentPlan held = ((Granted) change(DB, mbps(50, 0, 1), List.of())).plan();
        PathId path = held.links().get(0).path();
        Infrastructure received = new Infrastructure(sites.name(), sites.hostTypes(), sites.sites().stream().map(site -> site.withIsps(
                site.isps().stream().map(isp -> isp.withDownlink(Optional.of(BitRate.ofMbps(20)))).toList())).toList());
        Function<PathId, Optional<BitRate>> slower = any -> Optional.of(BitRate.ofMbps(30));
        Function<Bandwidth, BandwidthChange.Answer> change = wanted -> BandwidthChange.of(held, model, received, List.of(), slower, 1, DB,
                Optional.of(wanted));
        assertThat(change.apply(mbps(40, 0, 1))).isInstanceOf(Granted.class);
        assertThat(change.apply(mbps(50, 60, 2))).isInstanceOf(Granted.class);
        assertThat(change.apply(mbps(51, 0, 1))).isEqualTo(new Refused(List.of(
                new Conflict(AccessLink.of(path.to()), Optional.of(path), BitRate.ofMbps(30), BitRate.ofMbps(51), List.of(),
                        BitRate.ofMbps(30)),
                new Conflict(FAST, Optional.empty(), true, BitRate.ofMbps(20), BitRate.ofMbps(51), List.of(), BitRate.ofMbps(20)))));
    }

    @Test
    void withinASiteThereIsNothingToDivide() {
        DeploymentPlan together = TwoSites.plan(problem.withApplication(model).withInfrastructure(sites), "box-1", "box-2");
        assertThat(BandwidthChange.of(together, model, sites, List.of(), CARRIED, 1, DB, Optional.of(mbps(1, 0, 1))))
                .isEqualTo(new NoUplink());
    }

    private DeploymentPlan granted(Bandwidth wanted) {
        return ((Granted) change(WEB, wanted, List.of())).plan();
    }

    private BandwidthChange.Answer change(InstanceId instance, Bandwidth wanted, List<DeploymentPlan> others) {
        return BandwidthChange.of(target, model, sites, others, CARRIED, 1, instance, Optional.of(wanted));
    }

    /** A copy of another application on both uplinks. */
    private DeploymentPlan other(String name, double min) {
        return new DeploymentPlan(name, "1", Optional.empty(), 1, List.of(), List.of(), List.of(), List.of(
                new BandwidthReservation(WEB, FAST, BitRate.ofMbps(min), Optional.empty(), 1),
                new BandwidthReservation(WEB, NEAR, BitRate.ofMbps(min), Optional.empty(), 1)));
    }

    private static Reserved reserved(String name, double min) {
        return new Reserved(name, WEB, BitRate.ofMbps(min));
    }

    private static Conflict conflict(AccessLink at, double asked, double free, Reserved... others) {
        return new Conflict(at, BitRate.ofMbps(100), BitRate.ofMbps(asked), List.of(others), BitRate.ofMbps(free));
    }

    private static Bandwidth mbps(double min, double max, double share) {
        return new Bandwidth(share, BitRate.ofMbps(min), max > 0 ? Optional.of(BitRate.ofMbps(max)) : Optional.empty());
    }

    private static Infrastructure uplinks(Infrastructure all, double mbps) {
        return new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(site -> new Site(site.id(), site.kind(),
                site.country(), site.position(), site.isps().stream().map(isp -> new Isp(isp.id(), isp.subnets(), isp.probeBudget(),
                        Optional.of(BitRate.ofMbps(mbps)))).toList(), site.hosts(), site.vantage())).toList());
    }
}
