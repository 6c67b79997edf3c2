package org.caravan.solver.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.measure.NetworkMatrix;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.City;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.SockShop;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** "No placement" explains itself. Everything starts from the sock shop, with one thing made impossible. */
class InfeasibilityReportTest {

    private final PlacementProblem shop = SockShop.first();

    @Test
    void anInstanceThatFitsNoHostSaysWhatRemovedThem() {
        List<LocationRequirement> inNorway = List.of(new LocationRequirement("payment", Set.of(), Set.of("NO")));
        List<Component> components = new ArrayList<>(shop.application().components());
        components.removeIf(component -> component.id().equals("payment"));
        components.add(SockShop.component("payment", false, 9_000, 2_000));
        assertThat(reasons(with(model(components, inNorway, List.of()), shop.inventory(), List.of(), Map.of())))
                .containsExactly("Instance (payment:1) fits no host: outside NO on 3 hosts; insufficient memory on 2"
                        + " hosts; insufficient cpu on 1 host.");
    }

    @Test
    void hostsTooSmallForAllSayHowMuchIsMissing() {
        List<ObservedHost> one = List.of(new ObservedHost("server-1",
                Architecture.AMD64, new MilliCores(1_000), Bytes.ofMebi(1_024),
                Bytes.ofMebi(1), List.of()));
        assertThat(reasons(with(shop.application(), new Inventory(one, List.of()), List.of(), Map.of())))
                .containsExactly(
                        "Insufficient cpu: in the best placement found host (server-1) would need 1.35 cores more.",
                        "Insufficient memory: in the best placement found host (server-1) would need 352 MiB more.");
    }

    @Test
    void aPromiseThatCannotBeKeptSaysHowFarItIsMissed() {
        ApplicationModel hasty = model(shop.application().components(), shop.application().locations(),
                List.of(new Slo("fast", 95, "browse", new Millis(100))));
        assertThat(reasons(with(hasty, shop.inventory(), List.of(), Map.of())))
                .singleElement()
                .asString()
                .startsWith("The slo (fast) is missed: in the best placement found request (browse) of users (haikou) takes")
                .endsWith("ms, not below 100.0 ms.");
    }

    @Test
    void dataOnAHostThatIsAwayIsNotLeftBehind() {
        List<ObservedHost> rest = new ArrayList<>(shop.inventory().hosts());
        rest.removeIf(host -> host.hostId().equals("server-1"));
        Inventory away = new Inventory(rest, List.of(new UnobservedHost("server-1", "connection refused")));
        List<LocationRequirement> anywhere = List.of();
        CurrentPlacement data = new CurrentPlacement(new InstanceId("user-db", 1), "server-1", 100, 1, "0".repeat(64),
                new TreeMap<>(), new TreeMap<>());
        assertThat(reasons(with(model(shop.application().components(), anywhere, List.of()), away, List.of(data), Map.of())))
                .containsExactly(
                        "Instance (user-db:1) fits no host: away from its data on 5 hosts; not observed on 1 host.",
                        "Host (server-1) was not considered: connection refused.");
    }

    @Test
    void anExcludedHostTakesNobodyAndSaysWhy() {
        Map<String, String> all = new TreeMap<>();
        shop.infrastructure().hosts().forEach(host -> all.put(host.id(), "drained"));
        assertThat(reasons(shop.excluding(all))).allMatch(reason -> reason.endsWith("fits no host: drained on 6 hosts."))
                .hasSize(shop.application().components().size());
        PlacementProblem without = shop.excluding(Map.of("server-1", "drained"));
        assertThat(without.canonicalText()).contains("excluded server-1: drained\n");
        assertThat(shop.canonicalText()).doesNotContain("excluded");
    }

    @Test
    void whatRunsOnAnExcludedHostMovesAndItsPlanSaysSo() {
        Planned before = (Planned) new OptaPlannerPlanner().plan(shop);
        String left = before.plan().instances().stream().map(InstancePlacement::hostId).filter(id -> !id.equals("server-1")).findFirst()
                .orElseThrow();
        List<CurrentPlacement> current = before.plan().asCurrentTarget().placements();
        Planned after = (Planned) new OptaPlannerPlanner().plan(shop.withCurrent(current).excluding(Map.of(left, "drained")));
        assertThat(after.plan().instances()).noneMatch(placed -> placed.hostId().equals(left));
        assertThat(after.report().instances()).anyMatch(reason -> reason.removed().contains("drained on 1 host"));
    }

    @Test
    void aSiteWithoutAddressesTakesNobody() {
        Set<Integer> all = new TreeSet<>();
        for (int slot = AddressSlots.FIRST; slot <= AddressSlots.LAST; slot++) {
            all.add(slot);
        }
        assertThat(reasons(with(shop.application(), shop.inventory(), List.of(), Map.of("simula", all))))
                .containsExactly("Insufficient addresses: in the best placement found site (simula) would need 2 more.");
    }

    /** The target as it would be then has room there again, for it knows nothing of the copy that runs now. */
    @Test
    void aCopyThatIsMadeAnewTakesNoAddressThatTheOldOneStillHas() {
        List<CurrentPlacement> current = ((Planned) new OptaPlannerPlanner().plan(shop)).plan().asCurrentTarget().placements();
        String site = shop.infrastructure().siteOfHost(current.stream().filter(InfeasibilityReportTest::isFrontend).findFirst()
                .orElseThrow().hostId()).id();
        Set<Integer> others = new TreeSet<>();
        for (int slot = AddressSlots.FIRST; slot <= AddressSlots.LAST; slot++) {
            others.add(slot);
        }
        List<CurrentPlacement> changed = current.stream().map(now -> isFrontend(now) ? madeOfSomethingElse(now) : now).toList();
        current.stream().filter(now -> shop.infrastructure().siteOfHost(now.hostId()).id().equals(site))
                .forEach(now -> others.remove(now.addressSlot()));
        Planned planned = (Planned) new OptaPlannerPlanner()
                .plan(with(shop.application(), shop.inventory(), changed, Map.of(site, others)));
        assertThat(planned.plan().instances()).filteredOn(placed -> placed.instance().componentId().equals("frontend"))
                .noneMatch(placed -> placed.siteId().equals(site));
    }

    private static boolean isFrontend(CurrentPlacement now) {
        return now.instance().componentId().equals("frontend");
    }

    private static CurrentPlacement madeOfSomethingElse(CurrentPlacement now) {
        return new CurrentPlacement(now.instance(), now.hostId(), now.addressSlot(), now.generation(), "0".repeat(64), now.links(),
                now.entries());
    }

    @Test
    void aMissingPathIsNamed() {
        PlacementProblem blind = new PlacementProblem(shop.application(), shop.infrastructure(), shop.inventory(),
                NetworkMatrix.of(List.of()), Optional.empty(), 1, List.of(), Map.of(), Map.of(),
                shop.policy());
        assertThat(reasons(blind))
                .containsExactly("Instance (frontend:1) fits no host: no known path from users bergen on 6 hosts.");
    }

    /** No probe will ever find a path there, so it is not called an unknown one. */
    @Test
    void ipVersionsThatDoNotMeetAreNamed() {
        PlacementProblem corner = City.chain(1, List.of(), List.of(), SockShop.component("a", false, 100, 64));
        corner = corner.withApplication(corner.application().withLocations(List.of(new LocationRequirement("a", Set.of("corner"),
                Set.of()))));
        assertThat(reasons(corner))
                .containsExactly("Instance (a:1) fits no host: outside corner on 4 hosts; no ipv4 for users u on 2 hosts.",
                "Users (u) use ipv4 alone. Maybe let a be at depot, frankfurt, which they reach by it.");
        PlacementProblem unmeasured = City.chain(1, List.of(), List.of(), SockShop.component("a", false, 100, 64))
                .withNetwork(NetworkMatrix.of(List.of()));
        assertThat(reasons(unmeasured))
                .containsExactly("Instance (a:1) fits no host: no known path from users u on 4 hosts; no ipv4 for users u on 2 hosts.");
        PlacementProblem chain = City.chain(1, List.of(), List.of(), SockShop.component("a", false, 100, 64, "b"),
                SockShop.component("b", false, 100, 64));
        Infrastructure all = chain.infrastructure();
        chain = chain.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(),
                all.sites().stream().map(site -> site.id().equals("depot")
                ? site.withIsps(site.isps().stream().filter(isp -> isp.id().equals("Bredband"))
                        .map(isp -> new Isp(isp.id(), Map.of(IpFamily.IPV4, isp.subnets().get(IpFamily.IPV4)))).toList()) : site)
                        .toList()));
        chain = chain.withApplication(chain.application().withLocations(List.of(new LocationRequirement("a", Set.of("depot"), Set.of()),
                new LocationRequirement("b", Set.of("corner"), Set.of()))));
        assertThat(reasons(chain)).singleElement().asString()
                .startsWith("No IP version in common: the sites at the two ends of the link (a:1 on rack-")
                .doesNotContain("No path is known");
    }

    private static List<String> reasons(PlacementProblem problem) {
        return ((NoPlacement) new OptaPlannerPlanner().plan(problem)).reasons();
    }

    private ApplicationModel model(List<Component> components, List<LocationRequirement> locations, List<Slo> slos) {
        ApplicationModel model = shop.application();
        return new ApplicationModel(model.name(), model.version(), components, locations, model.users(),
                model.requests(), slos, model.goals());
    }

    private PlacementProblem with(ApplicationModel application, Inventory inventory, List<CurrentPlacement> current,
            Map<String, Set<Integer>> takenSlots) {
        return new PlacementProblem(application, shop.infrastructure(), inventory, shop.network(), Optional.empty(), 2,
                current, Map.of(), takenSlots, shop.policy());
    }
}
