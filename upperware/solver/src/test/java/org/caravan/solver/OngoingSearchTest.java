package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanAssembly;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search that is told of changes while it runs ends where one that begins with them ends, or as good. */
class OngoingSearchTest {

    private static final PlanningPolicy SHORT = new PlanningPolicy(1, 30, 50);
    /** More than many tenants, and few enough for turns: searched as the largest of those are, in a third of the time. */
    private static final BenchProblem.Size LARGE = new BenchProblem.Size(120, 500, 16);

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @ParameterizedTest
    @ValueSource(strings = {"host", "price", "rtt"})
    @Tag("long")
    void toldWhileItRunsItIsAsGoodAsFromTheBeginning(String what) {
        PlacementProblem before = BenchProblem.of(LARGE, 1, false);
        CompiledProblem tables = PreparedProblem.of(before).searched();
        PlacementProblem after = changed(before, new ConstructionHeuristic(tables).find(), tables, what);
        PreparedProblem ground = PreparedProblem.of(after);

        // Told before its first step, so that it is always told at the same one.
        LocalSearch.Found found = new LocalSearch(SHORT)
                .find(tables, solver -> solver.addProblemChange(new OngoingSearch.CompiledProblemChange(ground::searched)));
        Assignment cold = new LocalSearch(SHORT).find(ground.searched());

        assertThat(found.tables()).isSameAs(ground.searched());
        assertThat(found.assignment().whole()).isTrue();
        assertThat(Assignment.of(ground.tables(), found.assignment().positions()).soft()).isEqualTo(found.assignment().soft());
        assertThat(found.assignment().soft()).isLessThanOrEqualTo(cold.soft() * 101 / 100);
    }

    @Test
    void ofALostHostOnlyItsClusterMoves() {
        PlacementProblem problem = BenchProblem.of(LARGE, 1, false);
        CompiledProblem tables = ProblemCompiler.of(problem);
        int[] positions = new ConstructionHeuristic(tables).find().positions();
        DeploymentPlan plan = PlanAssembly.of(problem, Assignment.of(tables, positions).hostIds(tables));
        PlacementProblem running = Replanning.withTarget(problem, plan);

        CompiledProblem next = PreparedProblem.of(running.excluding(Map.of(tables.position(positions[0]).hostId(), "lost"))).searched();
        Assignment found = new LocalSearch(SHORT).find(next);

        Clusters clusters = new Clusters(tables);
        boolean[] concerned = new boolean[clusters.all().size()];
        for (int instance = 0; instance < positions.length; instance++) {
            concerned[clusters.of(instance)] |= positions[instance] == positions[0];
        }
        assertThat(found.whole()).isTrue();
        for (int instance = 0; instance < positions.length; instance++) {
            assertThat(found.positions()[instance]).isNotEqualTo(positions[0]);
            assertThat(concerned[clusters.of(instance)] || found.positions()[instance] == positions[instance]).isTrue();
        }
    }

    @Test
    void toldByAnotherThreadItsOutcomeIsOfTheNewestProblem() throws InterruptedException {
        PlacementProblem problem = SockShop.first();
        OngoingPlanning ongoing = planner.begin(problem);
        Map<String, String> lost = new TreeMap<>();
        Thread teller = new Thread(() -> {
            for (String hostId : List.of("pi-1", "pi-2", "pi-3")) {
                lost.put(hostId, "lost");
                ongoing.changed(problem.excluding(Map.copyOf(lost)));
            }
        });
        teller.start();
        teller.join();

        assertThat(((Planned) ongoing.outcome()).plan().instances()).noneMatch(placed -> lost.containsKey(placed.hostId()));
    }

    @Test
    void whereNothingCanBePlacedAnyMoreItSaysWhy() {
        PlacementProblem problem = SockShop.first();
        OngoingPlanning ongoing = planner.begin(problem);
        Map<String, String> all = new TreeMap<>();
        problem.infrastructure().hosts().forEach(host -> all.put(host.id(), "lost"));
        ongoing.changed(problem.excluding(all));

        assertThat(ongoing.outcome()).isInstanceOfSatisfying(NoPlacement.class, none -> assertThat(none.reasons()).isNotEmpty());
    }

    private static PlacementProblem changed(PlacementProblem problem, Assignment assignment, CompiledProblem tables, String what) {
        return switch (what) {
            case "host" -> problem.excluding(Map.of(tables.position(assignment.positions()[0]).hostId(), "lost"));
            case "price" -> Assumptions.parse(List.of("price mini=90EUR")).appliedTo(problem);
            default -> {
                String siteId = tables.siteIds().get(tables.position(assignment.positions()[0]).site());
                String other = Arrays.stream(assignment.positions())
                        .mapToObj(position -> tables.siteIds().get(tables.position(position).site()))
                        .filter(id -> !id.equals(siteId)).findFirst().orElseThrow();
                yield Assumptions.parse(List.of("rtt " + siteId + "<->" + other + "=400ms")).appliedTo(problem);
            }
        };
    }

    /** Of an application for which it would search for hours. */
    @Test
    void cancelledItEndsSoonAndWithoutAPlan() throws Exception {
        PlacementProblem problem = BenchProblem.of(LARGE, 1, false).withPolicy(new PlanningPolicy(1, Integer.MAX_VALUE, 50));
        OngoingPlanning planning = planner.begin(problem);
        CompletableFuture<PlanningOutcome> outcome = CompletableFuture.supplyAsync(planning::outcome);
        await().failFast("it ended", outcome::isDone).until(() -> planning.progress().points().isPresent()
                && planning.progress().tried() >= 1_000);
        assertThat(planning.progress().stage()).isEqualTo("searches");
        planning.cancel();
        assertThatThrownBy(() -> outcome.get(5, TimeUnit.MINUTES)).hasCauseInstanceOf(PlanningCancelled.class);
        OngoingPlanning never = planner.begin(problem);
        never.cancel();
        assertThatThrownBy(never::outcome).isInstanceOf(PlanningCancelled.class);
    }
}
