package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.DataSet;
import org.caravan.application.Form;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;
import org.caravan.application.Request;
import org.caravan.infrastructure.Site;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.LinkRates;
import org.caravan.solver.score.Assignment;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Read replicas: as many as pay, where they pay, and who reads of which. */
class ReplicaSearchTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void aReplicaStandsBesideWhoReadsWhileItsPrimaryStaysWhereItMustBe() {
        PlacementProblem shop = readable(fixed(SockShop.first(), "catalogue", "hainan", "catalogue-db", "ohio"), "catalogue-db", 1, 2);
        Planned planned = (Planned) planner.plan(shop);
        assertThat(site(planned.plan(), "catalogue-db")).isEqualTo("ohio");
        assertThat(site(planned.plan(), "catalogue-db-replica-1")).isEqualTo("hainan");
        assertThat(planned.report().notes()).anyMatch(note ->
                note.matches("catalogue-db has 1 read replica of at most 1: catalogue-db-replica-1 on pi-\\d+, of which catalogue reads"
                + "; with none the plan would be \\d+\\.\\d\\d worse by its goals"));
        assertThat(environment(planned.plan(), "catalogue")).containsEntry("CARAVAN_READS_CATALOGUE_DB", "catalogue-db-replica-1");
        assertThat(environment(planned.plan(), "catalogue-db-replica-1")).containsEntry("CARAVAN_REPLICA_OF", "catalogue-db");
        assertThat(new PlanFigures(shop, planned.plan()).latencies()).isEqualTo(planned.report().latencies());
        assertThat(planned.report().latencies().stream().flatMap(latency -> latency.hops().stream()).map(hop -> hop.to()))
                .contains("catalogue-db-replica-1");
    }

    @Test
    void whatSavesNothingIsNotThereAndWhatTheModelAsksForIs() {
        PlacementProblem near = fixed(SockShop.first(), "catalogue", "ohio", "catalogue-db", "ohio");
        Planned none = (Planned) planner.plan(readable(near, "catalogue-db", 1, 2));
        assertThat(none.plan().instances()).noneMatch(one -> one.instance().componentId().contains("replica"));
        assertThat(none.report().notes()).anyMatch(note -> note.startsWith("catalogue-db has no read replica, of at most 1"));
        Planned one = (Planned) planner.plan(readable(near, "catalogue-db", 2, 2));
        assertThat(one.plan().instances()).anyMatch(placed -> placed.instance().componentId().equals("catalogue-db-replica-1"));
    }

    @Test
    void planningAgainChangesNothing() {
        PlacementProblem shop = readable(fixed(SockShop.first(), "catalogue", "hainan", "catalogue-db", "ohio"), "catalogue-db", 1, 2);
        DeploymentPlan plan = ((Planned) planner.plan(shop)).plan();
        PlacementProblem again = Replanning.withTarget(shop, plan);
        assertThat(PlanDiff.of(Optional.of(plan), ((Planned) planner.plan(again)).plan(), again).changes()).isFalse();
    }

    @Test
    void aPlanningThatHearsOfAChangeAnswersIt() {
        PlacementProblem shop = readable(fixed(SockShop.first(), "catalogue", "hainan", "catalogue-db", "ohio"), "catalogue-db", 1, 2);
        var ongoing = planner.begin(shop);
        PlacementProblem drained = readable(fixed(SockShop.first(), "catalogue", "ohio", "catalogue-db", "ohio"), "catalogue-db", 1, 2);
        ongoing.changed(drained);
        assertThat(site(((Planned) ongoing.outcome()).plan(), "catalogue")).isEqualTo("ohio");
        assertThat(ongoing.problem()).isSameAs(drained);
    }

    @Test
    void whereThereAreManyChoicesOneComponentIsDecidedAfterTheOtherAndNothingIsProved() {
        PlacementProblem shop = readable(fixed(SockShop.first(), "catalogue", "hainan", "catalogue-db", "ohio"), "catalogue-db", 1, 2);
        Planned planned = (Planned) new ReplicaSearch(shop,
                chosen -> new ReplicaSearch.Tried(planner.planForComparison(chosen), () -> planner.plan(chosen)), 1).planned();
        assertThat(site(planned.plan(), "catalogue-db-replica-1")).isEqualTo("hainan");
        assertThat(planned.report().certificate().known()).isFalse();
        assertThat(((Planned) planner.plan(shop)).report().certificate().known()).isTrue();
    }

    /** Each choice of replicas is planned with up to 32 choices of forms, and each omission too. */
    @Test
    void plannedAlternativesCountForTheLimitOfPlannings() {
        PlacementProblem shop = withManyChoices();
        PlacementProblem mixed = mixed(shop);
        long attempts = AlternativeSearch.attempts(mixed);
        assertThat(attempts).isGreaterThan(8);
        Planned plan = (Planned) planner.plan(SockShop.first());
        assertThat(plannings(shop, plan, 1)).as("choices without alternatives").isGreaterThan(256 / attempts + 1);
        assertThat(plannings(mixed, plan, 1) * attempts).isLessThanOrEqualTo(256 + attempts);
        assertThat(plannings(mixed, plan, Integer.MAX_VALUE) * attempts).as("none has a placement")
                .isGreaterThan(256).isLessThanOrEqualTo(1024 + attempts);
        assertThat(MinimalOmission.searches(shop)).isEqualTo(8);
        assertThat(MinimalOmission.searches(mixed) * attempts).isLessThanOrEqualTo(64);
    }

    /** The limit ends no search before it has found a plan. */
    @Test
    void aPlanThatOnlyALateChoiceHasIsFound() {
        PlacementProblem mixed = mixed(withManyChoices());
        int late = (int) (256 / AlternativeSearch.attempts(mixed)) + 1;
        assertThat(plannings(mixed, (Planned) planner.plan(SockShop.first()), late)).isEqualTo(late);
    }

    /** Five components read from one that stores data: each reads from any of up to five replicas, or from the primary. */
    private static PlacementProblem withManyChoices() {
        PlacementProblem shop = SockShop.first();
        ApplicationModel model = shop.application();
        List<Request> requests = new ArrayList<>(model.requests());
        List<Hop> hops = new ArrayList<>(requests.get(0).hops());
        List.of("carts", "orders", "shipping", "user")
                .forEach(reader -> hops.add(new Hop(reader, "catalogue-db", 1, Bytes.ofMebi(1))));
        requests.set(0, new Request(requests.get(0).id(), hops));
        return readable(shop.withApplication(with(model, requests)), "catalogue-db", 1, 6);
    }

    private static PlacementProblem mixed(PlacementProblem shop) {
        return shop.withApplication(shop.application().withComponents(shop.application().components().stream()
                .map(component -> component.stateful() ? component : component.withReplicas(3).withForms(alternatives(component)))
                .toList()));
    }

    private static List<Form> alternatives(Component component) {
        Form one = component.forms().get(0);
        return List.of(one, new Form(one.kind(), one.image() + "-small", one.cpu(), one.memory(), one.architectures(), Map.of(),
                List.of()));
    }

    /** Number of choices that are planned. @param first number of the first choice with a placement, which has this plan */
    private static long plannings(PlacementProblem problem, Planned plan, int first) {
        AtomicInteger plannings = new AtomicInteger();
        PlanningOutcome none = new PlanningOutcome.NoPlacement(List.of("it is not planned here"));
        PlanningOutcome found = new ReplicaSearch(problem, chosen -> {
            PlanningOutcome outcome = plannings.incrementAndGet() >= first ? plan : none;
            return new ReplicaSearch.Tried(outcome, () -> outcome);
        }).planned();
        assertThat(found instanceof Planned).isEqualTo(plannings.get() >= first);
        return plannings.get();
    }

    /** What is written goes to each replica by the line between them. */
    @Test
    void whatIsWrittenCountsOnTheWayToAReplica() {
        PlacementProblem shop = readable(SockShop.first(), "carts-db", 2, 2);
        ApplicationModel model = ReadReplicas.chosen(shop.application(),
                List.of(ReadReplicas.choices(shop.application()).get("carts-db").get(0)));
        CompiledProblem tables = ProblemCompiler.of(shop.withApplication(model));
        long[] bits = new LinkRates(model, new TrafficModel(model), tables).bitsPerSecond();
        assertThat(ReadReplicas.writtenPerSecond(model, "carts-db")).isZero();
        LinkModel copying = tables.links().stream().filter(link -> link.from() < tables.instances().size()
                && tables.instance(link.from()).component().id().equals("carts-db-replica-1")).findFirst().orElseThrow();
        assertThat(bits[copying.index()]).isZero();
        ApplicationModel written = writing(shop.application(), "carts-db");
        ApplicationModel copied = ReadReplicas.chosen(written, List.of(ReadReplicas.choices(written).get("carts-db").get(0)));
        assertThat(new LinkRates(copied, new TrafficModel(copied), ProblemCompiler.of(shop.withApplication(copied)))
                .bitsPerSecond()[copying.index()])
                .isEqualTo((long) Math.ceil(ReadReplicas.writtenPerSecond(copied, "carts-db") * 8)).isPositive();
    }

    /** Every choice of replicas and readers with every placement of it. */
    @Test
    @Tag("long")
    void itIsAsGoodAsTryingEverything() {
        int compared = 0;
        int replicas = 0;
        for (int seed = 0; seed < 30; seed++) {
            PlacementProblem problem = generated(seed);
            if (ReadReplicas.choices(problem.application()).values().stream().allMatch(all -> all.size() == 1)) {
                continue;
            }
            OptionalLong best = ReadReplicas.choices(problem.application()).values().iterator().next().stream()
                    .map(choice -> ProblemCompiler.of(problem.withApplication(ReadReplicas.chosen(problem.application(), List.of(choice)))))
                    .flatMap(tables -> BruteForce.best(tables).stream()).mapToLong(Assignment::soft).min();
            PlanningOutcome outcome = planner.plan(problem);
            assertThat(outcome instanceof Planned).as("seed %s", seed).isEqualTo(best.isPresent());
            if (outcome instanceof Planned planned) {
                assertThat(planned.report().certificate().points()).as("seed %s", seed).isEqualTo(best.getAsLong());
                assertThat(planned.report().certificate().bound()).as("seed %s", seed).isLessThanOrEqualTo(best.getAsLong());
                compared++;
                replicas += planned.plan().instances().stream().anyMatch(one -> one.instance().componentId().contains("replica")) ? 1 : 0;
            }
        }
        assertThat(compared).isGreaterThan(4);
        assertThat(replicas).as("of %s compared", compared).isPositive();
    }

    private static PlacementProblem generated(int seed) {
        PlacementProblem problem = GeneratedProblems.sized(2_000_000 + seed, 4, 4);
        Set<String> called = problem.application().requests().stream().flatMap(request -> request.hops().stream())
                .filter(hop -> !hop.fromUsers()).map(Hop::to).collect(Collectors.toSet());
        String primary = called.stream().sorted().filter(id -> problem.application().component(id).replicas() == 1).findFirst()
                .orElse("c0");
        PlacementProblem open = readable(problem, primary, 1, 2 + seed % 2);
        return seed % 3 == 0 ? open : apart(open, primary);
    }

    /** The primary at the first site with hosts, one that calls it at the last: else replicas hardly ever pay. */
    private static PlacementProblem apart(PlacementProblem problem, String primary) {
        List<String> sites = problem.infrastructure().sites().stream().filter(site -> !site.hosts().isEmpty()).map(Site::id).toList();
        ApplicationModel model = problem.application();
        List<LocationRequirement> locations = new ArrayList<>(List.of(new LocationRequirement(primary, Set.of(sites.get(0)), Set.of())));
        model.requests().stream().flatMap(request -> request.hops().stream()).filter(hop -> hop.reads()).findFirst()
                .ifPresent(hop -> locations.add(new LocationRequirement(hop.from(), Set.of(sites.get(sites.size() - 1)), Set.of())));
        return problem.withApplication(model.withLocations(locations));
    }

    /** All calls of it only read. */
    private static PlacementProblem readable(PlacementProblem problem, String componentId, int least, int most) {
        ApplicationModel model = problem.application();
        List<Request> requests = model.requests().stream().map(request -> new Request(request.id(), request.hops().stream()
                .map(hop -> hop.to().equals(componentId)
                        && !hop.fromUsers() ? new Hop(hop.from(), hop.to(), hop.turns(), hop.bytes(), true) : hop).toList())).toList();
        DataSet data = new DataSet("goods", Optional.of(Bytes.ofMebi(64)), Optional.empty(), Set.of(), Set.of(), least, most,
                Optional.empty(), Set.of(componentId), Set.of(), Set.of());
        return problem.withApplication(with(model, requests)
                .withExtras(model.supplement().withData(List.of(data)).withReadable(Set.of(componentId))));
    }

    private static ApplicationModel writing(ApplicationModel model, String componentId) {
        return with(model, model.requests().stream().map(request -> new Request(request.id(), request.hops().stream()
                .map(hop -> hop.to().equals(componentId) ? new Hop(hop.from(), hop.to(), hop.turns(), hop.bytes()) : hop).toList()))
                .toList());
    }

    private static ApplicationModel with(ApplicationModel model, List<Request> requests) {
        return new ApplicationModel(model.name(), model.version(), model.components(), model.locations(), model.separations(),
                model.users(), requests,
                model.slos(), model.goals(), model.onFailure(), model.supplement());
    }

    private static PlacementProblem fixed(PlacementProblem problem, String... componentsAndSites) {
        List<LocationRequirement> locations = new ArrayList<>(problem.application().locations());
        for (int i = 0; i < componentsAndSites.length; i += 2) {
            locations.add(new LocationRequirement(componentsAndSites[i], Set.of(componentsAndSites[i + 1]), Set.of()));
        }
        assertThat(problem.application().components()).extracting(Component::id).contains(componentsAndSites[0]);
        return problem.withApplication(problem.application().withLocations(locations));
    }

    private static String site(DeploymentPlan plan, String componentId) {
        return plan.instances().stream().filter(one -> one.instance().componentId().equals(componentId)).findFirst().orElseThrow().siteId();
    }

    private static Map<String, String> environment(DeploymentPlan plan, String componentId) {
        return new TreeMap<>(plan.instances().stream().filter(one -> one.instance().componentId().equals(componentId)).findFirst()
                .orElseThrow().spec().environment());
    }
}
