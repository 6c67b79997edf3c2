package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.Separation;
import org.caravan.application.Separation.By;
import org.caravan.application.Slo;
import org.caravan.measure.NetworkMatrix;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.problem.requirement.Requirement;
import org.caravan.problem.requirement.Requirements;
import org.caravan.solver.bound.Feasibility;
import org.caravan.solver.bound.Feasibility.Verdict;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.report.InfeasibleSubset;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** What cannot be placed names requirements none of which could be left out. */
class ConflictTest {

    private final PlacementProblem shop = SockShop.first();
    private final ApplicationModel model = shop.application();

    @Test
    void memoryAgainstLocation() {
        assertThat(conflict(located(replaced(SockShop.component("payment", false, 100, 2_000)), at("payment", "narvik"))))
                .isEqualTo(minimal("memory of payment: 2000 MiB", "require payment at narvik"));
    }

    @Test
    void twoLocationsOfOneComponent() {
        assertThat(conflict(located(shop, at("catalogue", "ohio"), new LocationRequirement("catalogue", Set.of(), Set.of("NO")))))
                .isEqualTo(minimal("require catalogue at ohio", "require catalogue in NO"));
    }

    @Test
    void aPromiseAgainstAPlaceAndFarUsers() {
        Conflict conflict = conflict(with(model.components(), List.of(at("carts-db", "hainan")), List.of(),
                List.of(new Slo("fast", 95, "checkout", new Millis(150)), new Slo("lax", 95, "browse", new Millis(5_000)))));
        assertThat(conflict.certainty()).isEqualTo(Certainty.MINIMAL);
        assertThat(conflict.requirements()).contains("users bergen, haikou reach frontend",
                "slo fast { p95 latency of checkout < 150.0 ms }", "require carts-db at hainan").noneMatch(text -> text.contains("lax"));
    }

    @Test
    void moreReplicasThanSites() {
        Component payment = model.component("payment");
        PlacementProblem crowded = with(replacedIn(new Component("payment", false, 3, payment.forms(), payment.provides(),
                payment.requires())),
                List.of(new LocationRequirement("payment", Set.of("bergen", "narvik"), Set.of())),
                List.of(new Separation("payment", By.SITE)), List.of());
        assertThat(conflict(crowded)).isEqualTo(minimal(
                "replicas 3 of payment", "require payment apart by site", "require payment at bergen, narvik"));
    }

    @Test
    void manyThatAreTooMuchForOneHostTogether() {
        PlacementProblem crowded = located(shop, at("frontend", "narvik"), at("orders", "narvik"), at("shipping", "narvik"));
        List<Component> large = new ArrayList<>(crowded.application().components());
        large.replaceAll(component -> Set.of("frontend", "orders").contains(component.id())
                ? SockShop.component(component.id(), false, 100, 600, peers(component)) : component);
        assertThat(conflict(with(large, crowded.application().locations(), List.of(), List.of()))).isEqualTo(minimal(
                "memory of frontend: 600 MiB", "memory of orders: 600 MiB", "require frontend at narvik", "require orders at narvik"));
    }

    @Test
    void dataDrainedHostsAndOtherApplications() {
        CurrentPlacement data = new CurrentPlacement(new InstanceId("user-db", 1), "server-1", 100, 1, "0".repeat(64), new TreeMap<>(),
                new TreeMap<>());
        PlacementProblem drained = located(shop).withCurrent(List.of(data)).excluding(Map.of("server-1", "drained"));
        assertThat(conflict(drained)).isEqualTo(minimal("server-1 drained", "data of user-db:1 on server-1"));

        PlacementProblem full = new PlacementProblem(located(shop, at("carts-db", "simula")).application(), shop.infrastructure(),
                shop.inventory(),
                shop.network(), Optional.empty(), 1, List.of(),
                Map.of("server-1", new Reservation(new MilliCores(8_000), Bytes.ofMebi(100))), Map.of(), shop.policy());
        assertThat(conflict(full)).isEqualTo(minimal(
                "cpu of carts-db: 0.25 cores", "what other applications have reserved on server-1", "require carts-db at simula"));
    }

    @Test
    void aLinkWithoutAPath() {
        NetworkMatrix cut = NetworkMatrix.of(shop.network().all().values().stream()
                .filter(path -> !path.path().toString().contains("hainan")).toList());
        PlacementProblem apart = located(shop, at("catalogue-db", "hainan")).withNetwork(cut);
        assertThat(conflict(apart).requirements()).contains("catalogue requires catalogue-db", "require catalogue-db at hainan");
        assertThat(conflict(apart).certainty()).isEqualTo(Certainty.MINIMAL);
    }

    /** Each alone leaves no placement, so that leaving one out is never said to be enough. */
    @Test
    void severalConflictsAreAllNamed() {
        Conflict two = conflict(City.parts(List.of(), SockShop.component("one", false, 17_000, 1_024),
                SockShop.component("two", false, 1_000, 102_400)));
        assertThat(two.certainty()).isEqualTo(Certainty.SEVERAL);
        assertThat(two.requirements()).containsExactly("memory of two: 100 GiB");
        assertThat(two.others()).containsExactly(List.of("cpu of one: 17 cores"));
        assertThat(two.lines()).containsExactly("Conflict 1 of 2. This cannot be kept (proved):", "  memory of two: 100 GiB",
                "Conflict 2 of 2. This cannot be kept (proved):", "  cpu of one: 17 cores",
                "There is no placement until each of the 2 conflicts is resolved.");

        Conflict three = conflict(City.parts(List.of(), SockShop.component("one", false, 17_000, 1_024),
                SockShop.component("three", false, 18_000, 64),
                SockShop.component("two", false, 1_000, 102_400)));
        assertThat(three.others()).hasSize(2);
        Conflict ofOne = conflict(City.parts(List.of(), SockShop.component("one", false, 17_000, 102_400)));
        assertThat(ofOne.certainty()).as("one component that is too large in two ways").isEqualTo(Certainty.SEVERAL);
        assertThat(ofOne.others()).hasSize(1);
        Conflict places = conflict(City.parts(List.of(at("a", "corner"), at("b", "frankfurt"),
                new LocationRequirement("b", Set.of(), Set.of("NO"))),
                SockShop.component("a", false, 5_000, 64), SockShop.component("b", false, 100, 64)));
        assertThat(places.certainty()).isEqualTo(Certainty.SEVERAL);
        Conflict shared = conflict(City.parts(List.of(at("a", "corner")), SockShop.component("a", false, 5_000, 5_000)));
        assertThat(shared.certainty()).as("they have a place in common").isEqualTo(Certainty.SEVERAL);
        assertThat(shared.requirements()).contains("require a at corner");
        assertThat(shared.others()).singleElement().satisfies(other -> assertThat(other).contains("require a at corner"));
        Conflict served = conflict(City.chain(30, List.of(), List.of(), City.scaled("a", 1, 1, 30, "b"), City.scaled("b", 1, 1, 20)));
        assertThat(served.certainty()).as("two components that serve too little").isEqualTo(Certainty.SEVERAL);
        assertThat(conflict(City.parts(List.of(), SockShop.component("one", false, 17_000, 64),
                SockShop.component("two", false, 1_000, 64))).certainty()).as("a single one")
                .isEqualTo(Certainty.MINIMAL);
    }

    @Test
    void whereThereIsNoHostNoRequirementIsToBlame() {
        Conflict none = conflict(new PlacementProblem(model, shop.infrastructure(), new Inventory(List.of(), List.of()), shop.network(),
                Optional.empty(), 1, List.of(), Map.of(), Map.of(), shop.policy()));
        assertThat(none.lines()).containsExactly("No requirement is to blame: as it is, no host takes anything.");
    }

    @Test
    void thePlannerNamesItWithItsReasons() {
        PlacementProblem impossible = located(shop, at("catalogue", "ohio"), new LocationRequirement("catalogue", Set.of(), Set.of("NO")));
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(impossible);
        assertThat(none.conflict().orElseThrow().lines()).containsExactly(
                "These cannot be kept together (proved; without any one of them there is a placement):",
                "  require catalogue at ohio",
                "  require catalogue in NO");
        assertThat(Conflict.UNKNOWN.lines()).singleElement().asString().contains("could not be found");
    }

    /** Against enumeration: what is called a conflict is one, and none of it could be left out. */
    @Test
    void ofRandomProblemsConflictsAreTrueAndMinimal() {
        int[] found = new int[3];
        GeneratedProblems.small(150).forEach(problem -> {
            Verdict verdict = new Feasibility().of(problem);
            boolean possible = possible(problem);
            assertThat(verdict).isEqualTo(possible ? Verdict.YES : Verdict.NO);
            if (!possible) {
                found[0]++;
                Conflict conflict = InfeasibleSubset.of(problem);
                assertThat(conflict.certainty()).isIn(Certainty.MINIMAL, Certainty.SEVERAL);
                found[1] += checked(problem, conflict.requirements());
                conflict.others().forEach(other -> checked(problem, other));
                found[2] += conflict.others().isEmpty() ? 0 : 1;
                // What is said to be enough is enough for the whole application, and else it is not.
                List<Requirement> named = Requirements.all(problem).stream()
                        .filter(requirement -> conflict.requirements().contains(requirement.text())).toList();
                assertThat(named.stream().allMatch(requirement -> possible(requirement.without().apply(problem)))).as("%s", conflict)
                        .isEqualTo(conflict.certainty() == Certainty.MINIMAL);
            }
        });
        System.out.println("conflicts: " + found[0] + " of 150 small problems, " + found[1] + " requirements, " + found[2]
                + " with several conflicts");
        assertThat(found[0]).isGreaterThan(5);
    }

    /** Leaves out all that the conflict does not name, then each of what it names. */
    private static int checked(PlacementProblem problem, List<String> conflict) {
        PlacementProblem rest = problem;
        for (Requirement requirement : Requirements.all(problem)) {
            rest = conflict.contains(requirement.text()) ? rest : requirement.without().apply(rest);
        }
        assertThat(possible(rest)).isFalse();
        for (Requirement requirement : Requirements.all(problem)) {
            if (conflict.contains(requirement.text())) {
                assertThat(possible(requirement.without().apply(rest))).as("%s without %s", conflict, requirement).isTrue();
            }
        }
        return conflict.size();
    }

    private static boolean possible(PlacementProblem problem) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        return tables.instances().stream().allMatch(instance -> instance.positions().length > 0) && BruteForce.best(tables).isPresent();
    }

    private static Conflict conflict(PlacementProblem problem) {
        return InfeasibleSubset.of(problem);
    }

    private static Conflict minimal(String... requirements) {
        return new Conflict(Arrays.asList(requirements), Certainty.MINIMAL);
    }

    private static LocationRequirement at(String componentId, String siteId) {
        return new LocationRequirement(componentId, Set.of(siteId), Set.of());
    }

    private static String[] peers(Component component) {
        return component.requires().stream().map(required -> required.componentId()).toArray(String[]::new);
    }

    private PlacementProblem replaced(Component component) {
        return with(replacedIn(component), List.of(), List.of(), List.of());
    }

    private List<Component> replacedIn(Component changed) {
        return model.components().stream().map(component -> component.id().equals(changed.id()) ? changed : component).toList();
    }

    private static PlacementProblem located(PlacementProblem problem, LocationRequirement... locations) {
        ApplicationModel of = problem.application();
        return problem.withApplication(new ApplicationModel(of.name(), of.version(), of.components(), List.of(locations), of.separations(),
                of.users(), of.requests(), of.slos(), of.goals(), of.onFailure()));
    }

    private PlacementProblem with(List<Component> components, List<LocationRequirement> locations, List<Separation> separations,
            List<Slo> slos) {
        return shop.withApplication(new ApplicationModel(model.name(), model.version(), components, locations, separations, model.users(),
                model.requests(), slos, model.goals(), OnFailure.HOLD));
    }
}
