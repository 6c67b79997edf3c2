package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.PlacementRules;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Separation;
import org.caravan.application.Separation.By;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.LocalSearch;
import org.junit.jupiter.api.Test;

/** Components that are together or apart, required or preferred. */
class CouplingTest {

    private final PlacementProblem shop = SockShop.first();

    @Test
    void requiredTogetherByHostSharesTheHost() {
        DeploymentPlan plan = planned(with(required("payment", Kind.TOGETHER, "user-db", By.HOST),
                required("user", Kind.TOGETHER, "user-db", By.SITE))).plan();
        assertThat(hosts(plan, "payment")).isEqualTo(hosts(plan, "user-db"));
        assertThat(sites(plan, "user")).isEqualTo(sites(plan, "user-db"));
    }

    @Test
    void requiredApartSharesNothing() {
        DeploymentPlan plan = planned(with(required("frontend", Kind.APART, "catalogue", By.SITE),
                required("carts", Kind.APART, "carts-db", By.HOST))).plan();
        assertThat(sites(plan, "frontend")).doesNotContainAnyElementsOf(sites(plan, "catalogue"));
        assertThat(hosts(plan, "carts")).doesNotContainAnyElementsOf(hosts(plan, "carts-db"));
    }

    @Test
    void everyCopyHasOneOfTheOtherNearAndNotTheOtherWayRound() {
        PlacementProblem three = replicated(with(required("payment", Kind.TOGETHER, "shipping", By.SITE)),
                Map.of("payment", 2, "shipping", 3), "payment", "shipping");
        DeploymentPlan plan = planned(three).plan();
        assertThat(sites(plan, "payment")).hasSize(2);
        assertThat(sites(plan, "shipping")).hasSize(3).containsAll(sites(plan, "payment"));

        PlacementProblem tooFew = replicated(with(required("payment", Kind.TOGETHER, "shipping", By.SITE)), Map.of("payment", 2),
                "payment");
        assertThat(new OptaPlannerPlanner().plan(tooFew)).isInstanceOf(NoPlacement.class);
    }

    @Test
    void aPreferenceIsKeptWhereItIsWorthItAndElseToldWithItsPrice() {
        Planned without = planned(shop);
        assertThat(sites(without.plan(), "carts-db")).isNotEqualTo(sites(without.plan(), "frontend"));
        assertThat(without.report().scores()).extracting(ConstraintScore::name).doesNotContain("preferencesKept", "componentsTogether");

        Planned cheap = planned(with(preferred("carts-db", Kind.TOGETHER, "frontend", By.SITE, 0.001)));
        assertThat(cheap.report().scores()).filteredOn(score -> score.name().equals("preferencesKept")).singleElement()
                .satisfies(score -> assertThat(score.explanation()).endsWith("given up: 0 of 1 kept, each copy by itself"));
        assertThat(cheap.report().notes()).filteredOn(note ->
                note.startsWith("not kept at carts-db:1, worth 0.00: prefer carts-db together with frontend"))
                .singleElement().satisfies(note -> assertThat(note).containsPattern(" on \\S+ would keep it and cost [0-9]+\\.[0-9]{2}$"));

        Planned dear = planned(with(preferred("carts-db", Kind.TOGETHER, "frontend", By.SITE, 1_000_000)));
        assertThat(sites(dear.plan(), "carts-db")).isEqualTo(sites(dear.plan(), "frontend"));
        assertThat(dear.report().notes()).noneMatch(note -> note.startsWith("not kept"));
        assertThat(dear.report().instances()).filteredOn(reason -> reason.instance().componentId().equals("frontend"))
                .anySatisfy(reason -> assertThat(reason.because()).contains("as preferred", "a preference given up"));
    }

    @Test
    void whatKeepingAPreferenceCostsIsWhatItIsGivenUpFor() {
        Planned given = planned(with(preferred("carts-db", Kind.TOGETHER, "frontend", By.SITE, 0.001)));
        String note = given.report().notes().stream().filter(text -> text.startsWith("not kept at")).findFirst().orElseThrow();
        double cost = Double.parseDouble(note.substring(note.lastIndexOf(' ') + 1));
        Planned kept = planned(with(preferred("carts-db", Kind.TOGETHER, "frontend", By.SITE, cost + 1)));
        assertThat(sites(kept.plan(), "carts-db")).isEqualTo(sites(kept.plan(), "frontend"));
    }

    @Test
    void aPreferenceToBeApartIsKept() {
        Planned planned = planned(with(preferred("catalogue", Kind.APART, "frontend", By.SITE, 1_000_000)));
        assertThat(sites(planned.plan(), "catalogue")).doesNotContainAnyElementsOf(sites(planned.plan(), "frontend"));
    }

    @Test
    void aConflictNamesTheCoupling() {
        PlacementProblem problem = with(required("catalogue", Kind.TOGETHER, "payment", By.SITE));
        ApplicationModel model = problem.application().withLocations(List.of(
                new LocationRequirement("catalogue", new TreeSet<>(List.of("ohio")), new TreeSet<>()),
                new LocationRequirement("payment", new TreeSet<>(List.of("bergen")), new TreeSet<>())));
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(problem.withApplication(model));
        assertThat(none.reasons().get(0)).isEqualTo(
                "Not together by site: in the best placement found catalogue:1 is on rented-1, where no instance of payment is near.");
        assertThat(none.conflict().orElseThrow().requirements()).containsExactlyInAnyOrder(
                "require catalogue at ohio", "require payment at bergen", "require catalogue together with payment by site");
    }

    @Test
    void aSecondPlanningChangesNothing() {
        PlacementProblem problem = with(required("payment", Kind.TOGETHER, "user-db", By.HOST),
                preferred("user", Kind.APART, "frontend", By.HOST, 2));
        DeploymentPlan plan = planned(problem).plan();
        DeploymentPlan again = planned(Replanning.withTarget(problem, plan)).plan();
        assertThat(PlanDiff.of(Optional.of(plan), again, problem).changes()).isFalse();
    }

    /** Large enough that clusters are seated one by one. */
    @Test
    void alsoAmongManyHosts() {
        PlacementProblem many = IntStream.range(0, 100).mapToObj(seed -> GeneratedProblems.sized(seed * 7_919L, 60, 60))
                .filter(sized -> sized.application().components().size() * sized.infrastructure().hosts().size() > 2_500).findFirst()
                .orElseThrow();
        List<String> ids = many.application().components().stream().map(Component::id).toList();
        PlacementProblem problem = many.withApplication(many.application().withPlacementRules(new PlacementRules(List.of(
                required(ids.get(1), Kind.TOGETHER, ids.get(ids.size() - 1), By.HOST),
                        required(ids.get(2), Kind.APART, ids.get(3), By.SITE)), Map.of())));
        CompiledProblem tables = ProblemCompiler.of(problem);
        assertThat(tables.instances().size() * tables.hosts()).isGreaterThan(2_000);
        Assignment found = new LocalSearch(problem.policy()).find(tables);
        assertThat(tables.couplings().broken(tables, found.positions())).isEmpty();
    }

    private PlacementProblem with(Coupling... couplings) {
        return shop.withApplication(shop.application().withPlacementRules(new PlacementRules(List.of(couplings), Map.of())));
    }

    private static PlacementProblem replicated(PlacementProblem problem, Map<String, Integer> counts, String... apart) {
        ApplicationModel model = problem.application();
        List<Component> components = model.components().stream()
                .map(component -> component.withReplicas(counts.getOrDefault(component.id(), 1))).toList();
        return problem.withApplication(new ApplicationModel(model.name(), model.version(), components, model.locations(),
                Arrays.stream(apart).map(id -> new Separation(id, By.SITE)).toList(), model.users(), model.requests(), model.slos(),
                        model.goals(),
                model.onFailure(), model.supplement()));
    }

    private static Coupling required(String one, Kind kind, String other, By by) {
        return new Coupling(one, kind, other, by, Optional.empty());
    }

    private static Coupling preferred(String one, Kind kind, String other, By by, double weight) {
        return new Coupling(one, kind, other, by, Optional.of(weight));
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static TreeSet<String> sites(DeploymentPlan plan, String componentId) {
        return of(plan, componentId, InstancePlacement::siteId);
    }

    private static TreeSet<String> hosts(DeploymentPlan plan, String componentId) {
        return of(plan, componentId, InstancePlacement::hostId);
    }

    private static TreeSet<String> of(DeploymentPlan plan, String componentId, Function<InstancePlacement, String> what) {
        TreeSet<String> found = new TreeSet<>();
        plan.instances().stream().filter(placed -> placed.instance().componentId().equals(componentId))
                .forEach(placed -> found.add(what.apply(placed)));
        return found;
    }
}
