package org.caravan.solver.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanner;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.CostlyProblems;
import org.caravan.solver.GeneratedPlacementRules;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.PartitionSearch;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.partition.PartitionedSearch.Improved;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems that are planned in partitions. */
class PartitionedSearchTest {

    private static final int COUNT = 3;
    private static final int WALK = 1_500;
    private static final PartitionPlanner PLANNER = new PartitionSearch();

    private static PlacementProblem problem(long seed) {
        return BenchProblem.of(new BenchProblem.Size(80, 300, 10), seed, seed % 2 == 1);
    }

    /**
     * With limits, quotas, disk, power at random; and with couplings, with narrow access links, or with prices of what leaves sites, also
     * above quotas.
     */
    private static List<PlacementProblem> costly(long seed) {
        PlacementProblem problem = CostlyProblems.added(problem(seed), seed);
        return List.of(GeneratedPlacementRules.added(problem), GeneratedPlacementRules.narrow(problem),
                GeneratedPlacementRules.priced(problem), GeneratedPlacementRules.metered(problem));
    }

    /**
     * Whatever each partition does that breaks nothing of its own, together they break nothing, and gain at least as much as each by
     * itself. The seeds are such as need each kind of share.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 18, 22, 36, 42, 57})
    void togetherTheyTakeNoMoreThanThereIs(long seed) {
        int moved = 0;
        for (PlacementProblem problem : costly(seed)) {
            CompiledProblem tables = PreparedProblem.of(problem).searched();
            Assignment start = new ConstructionHeuristic(tables).find();
            moved += start.whole() ? moved(tables, start, seed) : 0;
        }
        assertThat(moved).as("moved").isGreaterThan(50);
    }

    private static int moved(CompiledProblem tables, Assignment start, long seed) {
        Partitioner partitioning = Partitioner.of(tables, start.positions(), MovableInstances.all(tables), COUNT);
        PartitionProblem divided = new PartitionProblem(tables, start.positions(), partitioning);
        int[] walked = start.positions().clone();
        int moved = 0;
        long gained = 0;
        for (int number = 0; number < partitioning.count(); number++) {
            CompiledProblem own = divided.of(number);
            int[] positions = walk(own, start.positions(), partitioning.movable(number), new Random(seed));
            gained += Assignment.of(own, start.positions()).soft() - Assignment.of(own, positions).soft();
            for (int instance = 0; instance < positions.length; instance++) {
                boolean mine = partitioning.ofInstance()[instance] == number;
                assertThat(mine || positions[instance] == start.positions()[instance]).as("only its own move").isTrue();
                walked[instance] = mine ? positions[instance] : walked[instance];
                moved += mine && positions[instance] != start.positions()[instance] ? 1 : 0;
            }
        }
        Assignment together = Assignment.of(tables, walked);
        assertThat(together.hard()).as("%d moved", moved).isZero();
        // Points above each quota are rounded in the whole and in each partition.
        int rounded = tables.considered().excess().all().size() * (COUNT + 1);
        assertThat(together.soft()).as("%d moved", moved).isLessThanOrEqualTo(start.soft() - gained + rounded);
        return moved;
    }

    private static int[] walk(CompiledProblem own, int[] positions, boolean[] movable, Random random) {
        IncrementalScore score = new IncrementalScore(own);
        score.load(positions);
        assertThat(score.hard()).as("as it sits").isZero();
        for (int step = 0; step < WALK; step++) {
            int instance = random.nextInt(positions.length);
            int[] choice = own.instance(instance).positions();
            if (movable[instance]) {
                int before = score.positionOf(instance);
                score.place(instance, choice[random.nextInt(choice.length)]);
                if (score.hard() > 0) {
                    score.place(instance, before);
                }
            }
        }
        return score.positions();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void noClusterIsCutAndPartitionsAreAboutEquallyLarge(long seed) {
        CompiledProblem tables = PreparedProblem.of(problem(seed)).searched();
        Partitioner partitioning = Partitioner.of(tables, new ConstructionHeuristic(tables).find().positions(),
                MovableInstances.all(tables), COUNT);
        assertThat(partitioning.count()).isEqualTo(COUNT);
        for (int[] cluster : new Clusters(tables).all()) {
            assertThat(Arrays.stream(cluster).map(instance -> partitioning.ofInstance()[instance]).distinct().count()).isEqualTo(1);
        }
        for (int number = 0; number < COUNT; number++) {
            int part = number;
            assertThat(Arrays.stream(partitioning.ofInstance()).filter(one -> one == part).count()).isBetween(15L, 40L);
        }
    }

    /** The same plan whoever answers first; and one that is no worse than what partitions began with. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @Tag("long")
    void thePlanIsTheSameInWhateverOrderTheyAnswer(long seed) {
        Planned first = planned(seed, job -> CompletableFuture.supplyAsync(() -> PLANNER.begin(job).answer()));
        Backwards backwards = new Backwards();
        assertThat(planned(seed, backwards).plan()).isEqualTo(first.plan());
        assertThat(backwards.jobs).hasSize(COUNT);
        assertThat(first.report().notes()).filteredOn(note -> note.startsWith("searched in 3 partitions (3 by this server)")).hasSize(1);
        assertThat(first.report().certificate().known()).isTrue();
    }

    /** Answers once all are asked, the last one first. */
    private static final class Backwards implements PartitionPlanners {

        private final List<PartitionJob> jobs = new ArrayList<>();
        private final List<CompletableFuture<PartitionAnswer>> answers = new ArrayList<>();

        @Override
        public CompletableFuture<PartitionAnswer> begin(PartitionJob job) {
            jobs.add(job);
            answers.add(new CompletableFuture<>());
            for (int number = COUNT - 1; number >= 0 && jobs.size() == COUNT; number--) {
                answers.get(number).complete(PLANNER.begin(jobs.get(number)).answer());
            }
            return answers.get(answers.size() - 1);
        }
    }

    @Test
    void whoFailsOrLiesCostsOnlyWhatItsPartitionCouldHaveGained() {
        PlacementProblem problem = problem(1);
        PreparedProblem ground = PreparedProblem.of(problem);
        Assignment start = new ConstructionHeuristic(ground.searched()).find();
        List<PartitionPlanners> odd = List.of(
                job -> CompletableFuture.failedFuture(new IllegalStateException("no power")),
                job -> {
                    throw new IllegalStateException("no broker");
                },
                job -> CompletableFuture.completedFuture(new PartitionAnswer(Map.of(), "nobody")),
                job -> CompletableFuture.completedFuture(new PartitionAnswer(crowded(job, ground.searched()), "a crowd")));
        for (PartitionPlanners planners : odd) {
            assertThat(new PartitionedSearch(planners, 1, COUNT)
                    .improved(problem, ground.searched(), start, MovableInstances.all(ground.searched())))
                    .isEqualTo(new Improved(start, start.soft(), List.of(), COUNT));
        }
        PartitionPlanners mixed = job -> job.number() == 1 ? odd.get(0).begin(job)
                : CompletableFuture.completedFuture(PLANNER.begin(job).answer());
        Improved improved = new PartitionedSearch(mixed, 1, COUNT)
                .improved(problem, ground.searched(), start, MovableInstances.all(ground.searched()));
        assertThat(improved.assignment().whole()).isTrue();
        assertThat(improved.assignment().soft()).isLessThan(start.soft());
        assertThat(improved.note(improved.assignment()))
                .matches(
                "searched in 3 partitions \\(2 by this server, 1 without an answer\\), which won [1-9]\\d*\\.\\d\\d %; polishing across "
                + "them won 0\\.00 %");
    }

    /** All on one host. */
    private static Map<InstanceId, String> crowded(PartitionJob job, CompiledProblem tables) {
        Map<InstanceId, String> crowded = new TreeMap<>();
        job.seated().forEach(seated -> crowded.put(seated.instance(), tables.position(0).hostId()));
        return crowded;
    }

    @Test
    void whoeverCancelsAPlanningCancelsItsPartitions() {
        List<CompletableFuture<PartitionAnswer>> endless = Collections.synchronizedList(new ArrayList<>());
        OptaPlannerPlanner planner = new OptaPlannerPlanner(job -> {
            endless.add(new CompletableFuture<>());
            return endless.get(endless.size() - 1);
        }, 1, COUNT);
        OngoingPlanning ongoing = planner.begin(problem(1));
        CompletableFuture<Void> cancelled = CompletableFuture.runAsync(() -> {
            await().until(() -> endless.size() == COUNT);
            ongoing.cancel();
        });
        assertThatThrownBy(ongoing::outcome).isInstanceOf(PlanningCancelled.class);
        cancelled.join();
        assertThat(endless).hasSize(COUNT).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void aPartitionThatIsCancelledEnds() {
        List<PartitionJob> jobs = new ArrayList<>();
        PlacementProblem problem = problem(1);
        CompiledProblem tables = PreparedProblem.of(problem).searched();
        new PartitionedSearch(job -> {
            jobs.add(job);
            return CompletableFuture.failedFuture(new IllegalStateException("nobody searches it"));
        }, 1, COUNT).improved(problem, tables, new ConstructionHeuristic(tables).find(), MovableInstances.all(tables));
        PartitionPlanner.Ongoing ongoing = PLANNER.begin(jobs.get(0));
        ongoing.cancel();
        assertThatThrownBy(ongoing::answer).isInstanceOf(PlanningCancelled.class);
    }

    private static Planned planned(long seed, PartitionPlanners planners) {
        return (Planned) new OptaPlannerPlanner(planners, 1, COUNT).planForComparison(problem(seed));
    }
}
