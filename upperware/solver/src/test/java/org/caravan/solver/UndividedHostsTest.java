package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.application.Coupling;
import org.caravan.application.Goal;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Separation.By;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

/** A copy with bandwidth runs only on a host that can divide its uplink; other copies run there as before. */
class UndividedHostsTest {

    private static final Bandwidth SHARE = new Bandwidth(3, BitRate.ZERO, Optional.empty());
    private static final Bandwidth MINIMUM = new Bandwidth(1, BitRate.ofMbps(5), Optional.empty());

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();
    private final PlacementProblem shop = shop();

    @Test
    void theNextHostIsTakenAndOthersStay() {
        String first = hostOf(shop, "front");
        PlacementProblem undivided = UndividedHosts.of(shop, List.of(first));
        assertThat(hostOf(undivided, "front")).as("without bandwidth").isEqualTo(first);
        assertThat(hostOf(with(undivided, new PlacementRules(List.of(), Map.of("front", SHARE))), "front")).isNotEqualTo(first);
        assertThat(hostOf(with(undivided, new PlacementRules(List.of(), Map.of(), Map.of("front:1", SHARE))), "front"))
                .as("bandwidth chosen for the copy").isNotEqualTo(first);
        assertThat(hostOf(with(undivided, new PlacementRules(List.of(), Map.of(), Map.of("front:2", SHARE))), "front"))
                .as("bandwidth of another copy of it").isEqualTo(first);
    }

    @Test
    void withoutSuchAHostTheReasonTheHostsAndTheRequirementAreNamed() {
        List<String> all = shop.inventory().hosts().stream().map(ObservedHost::hostId).toList();
        for (Bandwidth bandwidth : List.of(SHARE, MINIMUM)) {
            NoPlacement none = (NoPlacement) planner.plan(with(UndividedHosts.of(shop, all),
                    new PlacementRules(List.of(), Map.of("front", bandwidth))));
            assertThat(none.reasons()).hasSize(2);
            assertThat(none.reasons().get(0)).startsWith("Instance (front:1) fits no host: ")
                    .contains("no bandwidth control (its kernel has no HTB) on ");
            assertThat(none.reasons().get(1)).isEqualTo("Maybe prepare a host for bandwidth (caravan node check), for example a-1: "
                    + "its kernel has no HTB; a-2: its kernel has no HTB.");
            assertThat(none.conflict()).as("without users, it would use no uplink").contains(new Conflict(List.of("users users reach front",
                    "bandwidth of front: " + (bandwidth == SHARE ? "share 3" : "min 5.0 Mbit/s")), Certainty.MINIMAL));
        }
    }

    /** Outbound traffic is divided there, so the host is taken. */
    @Test
    void aHostThatDividesOutboundTrafficOnlyIsTakenWithANote() {
        PlacementProblem bonded = with(shop, new PlacementRules(List.of(), Map.of("front", SHARE)));
        String first = hostOf(bonded, "front");
        PlacementProblem received = bonded.withInfrastructure(new Infrastructure("one-site", bonded.infrastructure().hostTypes(),
                bonded.infrastructure().sites().stream().map(site -> site.withIsps(site.isps().stream()
                        .map(isp -> isp.withDownlink(Optional.of(BitRate.ofMbps(100)))).toList())).toList()));
        String note = "bandwidth of front:1 is enforced outbound only: " + first + " cannot divide what it receives, because "
                + UndividedHosts.NO_IFB;
        assertThat(notes(received)).noneMatch(line -> line.contains("outbound only"));
        assertThat(notes(UndividedHosts.outboundOnly(received))).contains(note);
        assertThat(notes(UndividedHosts.outboundOnly(bonded))).as("no downlink is declared").doesNotContain(note);
    }

    private List<String> notes(PlacementProblem problem) {
        return ((Planned) planner.plan(problem)).report().notes();
    }

    /** A store that only the front end calls; neither host can divide its uplink, and there is another site. */
    @Test
    void aCopyThatUsesNoUplinkRunsThere() {
        PlacementProblem stored = stored(List.of());
        assertThat(planner.plan(stored)).as("the store may run elsewhere").isInstanceOf(NoPlacement.class);
        for (By by : List.of(By.SITE, By.HOST)) {
            PlacementProblem beside = together(stored, by);
            Planned planned = (Planned) planner.plan(beside);
            assertThat(planned.plan().instances()).hasSize(2).allMatch(placed -> placed.siteId().equals("bergen"));
            assertThat(planned.plan().bandwidth()).isEmpty();
        }
        assertThat(planner.plan(stored(List.of(at("store"), at("front"))))).as("both at one site").isInstanceOf(Planned.class);
        assertThat(planner.plan(stored(List.of(at("store"))))).as("the front end may run elsewhere").isInstanceOf(NoPlacement.class);
        PlacementProblem entered = with(together(stored, By.HOST),
                new PlacementRules(together(stored, By.HOST).application().supplement().bonds()
                .couplings(), Map.of("front", MINIMUM)));
        assertThat(planner.plan(entered)).as("users enter at the front end").isInstanceOf(NoPlacement.class);
    }

    private static LocationRequirement at(String componentId) {
        return new LocationRequirement(componentId, Set.of("bergen"), Set.of());
    }

    private static PlacementProblem together(PlacementProblem problem, By by) {
        return with(problem, new PlacementRules(List.of(new Coupling("store", Coupling.Kind.TOGETHER, "front", by, Optional.empty())),
                problem.application().supplement().bonds().bandwidths()));
    }

    private PlacementProblem stored(List<LocationRequirement> places) {
        ApplicationModel one = shop.application();
        ApplicationModel application = new ApplicationModel(one.name(), one.version(), List.of(
                SockShop.component("front", false, 100, 32, "store"), SockShop.component("store", false, 100, 32)), places,
                one.users(), List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 24),
                        SockShop.hop("front", "store", 1, 1)))), List.of(), one.goals())
                .withPlacementRules(new PlacementRules(List.of(), Map.of("store", MINIMUM)));
        Infrastructure infrastructure = new Infrastructure("two-sites", shop.infrastructure().hostTypes(), Stream.concat(
                shop.infrastructure().sites().stream(),
                Stream.of(SockShop.site("oslo", SiteKind.EDGE, "NO", 59.9, 10.7, 8, List.of("Near/4"), "a-3"))).toList());
        PlacementProblem problem = PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure, Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000), "Near",
                        new SyntheticNetwork.IspWorth(1, 80)), Map.of()).matrix(), Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
        return UndividedHosts.of(problem, List.of("a-1", "a-2", "a-3"));
    }

    /** One component near its users, at a site with two hosts. */
    private static PlacementProblem shop() {
        Infrastructure infrastructure = new Infrastructure("one-site", List.of(SockShop.type("a", Architecture.AMD64, 4, 1024, 500)),
                List.of(SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("Near/4"), "a-1", "a-2"),
                        SockShop.site("home", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("Home/4"))));
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(SockShop.component("front", false, 100, 32)), List.of(),
                List.of(SockShop.users("users", "home", "Home", IpFamily.IPV4, 10, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 24)))), List.of(),
                List.of(new Goal.MinimiseLatency("read", 1)));
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure), new SyntheticNetwork(infrastructure,
                Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000), "Near", new SyntheticNetwork.IspWorth(1, 80)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static PlacementProblem with(PlacementProblem problem, PlacementRules bonds) {
        return problem.withApplication(problem.application().withPlacementRules(bonds));
    }

    private String hostOf(PlacementProblem problem, String componentId) {
        return ((Planned) planner.plan(problem)).plan().instances().stream()
                .filter(placed -> placed.instance().componentId().equals(componentId)).map(InstancePlacement::hostId)
                .findFirst().orElseThrow();
    }
}
