package org.caravan.solver.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionJob.Seated;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.HostIndex;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SearchProgress;

/**
 * Distributes most of the search for a very large problem to planners of partitions. Results are merged in the order of partition numbers,
 * so equal problems have equal plans regardless of the planners. A missing or worse result is ignored and loses only the possible gain of
 * its partition.
 *
 * @param from number of movable instances from which a problem is partitioned
 * @param count number of partitions; independent of the number of planners, because equal problems must have equal plans
 */
public record PartitionedSearch(PartitionPlanners planners, int from, int count) {

    /** Disables partitioning. */
    public static final PartitionedSearch NONE = new PartitionedSearch(job ->
            CompletableFuture.failedFuture(new IllegalStateException("no planner for partitions")), Integer.MAX_VALUE, 1);

    public boolean concern(Assignment start, long movable) {
        return movable >= from && count > 1 && start.whole();
    }

    /**
     * Result of the partitioned search.
     *
     * @param assignment at least as good as the start
     * @param before soft points of the start
     * @param by names of the planners whose results were used, once per result
     * @param count number of partitions; 0 if the problem was not partitioned
     */
    public record Improved(Assignment assignment, long before, List<String> by, int count) {

        public static Improved not(Assignment assignment) {
            return new Improved(assignment, assignment.soft(), List.of(), 0);
        }

        /** Whether a result was used. */
        public boolean searched() {
            return !by.isEmpty();
        }

        /**
         * For the report; for example {@code searched in 4 partitions (2 by server b, 1 by this server, 1 without an answer), which won
         * 0.02 %; polishing across them won 0.08 %}.
         */
        public String note(Assignment polished) {
            String servers = new TreeSet<>(by).stream()
                    .map(name -> by.stream().filter(name::equals).count() + " by " + (name.isEmpty() ? "this server" : "server " + name))
                    .collect(Collectors.joining(", "));
            return String.format(Locale.ROOT, "searched in %d partitions (%s%s), which won %s; polishing across them won %s",
                    count, servers, by.size() < count ? ", " + (count - by.size()) + " without an answer" : "",
                    percent(before - assignment.soft(), before), percent(assignment.soft() - polished.soft(), before));
        }

        private static String percent(long won, long of) {
            return String.format(Locale.ROOT, "%.2f %%", of == 0 ? 0 : 100.0 * won / of);
        }
    }

    /**
     * Returns an assignment at least as good as the start.
     *
     * @param tables compiled problem without dominated hosts; each planner of a partition compiles it again
     * @param start without violations
     */
    public Improved improved(PlacementProblem problem, CompiledProblem tables, Assignment start, boolean[] movable) {
        Partitioner partitioning = Partitioner.of(tables, start.positions(), movable, count);
        if (partitioning.count() < 2) {
            return Improved.not(start);
        }
        SearchProgress.look("has partitions planned");
        List<Seated> seated = seated(tables, start, partitioning);
        PartitionResults answers = new PartitionResults();
        try {
            for (int number = 0; number < partitioning.count(); number++) {
                answers.expect(begun(new PartitionJob(problem, seated, number)));
            }
            return merged(tables, start, partitioning, answers.all());
        } finally {
            answers.end();
        }
    }

    /** Treats a job that cannot be sent like a failed one. */
    private CompletableFuture<PartitionAnswer> begun(PartitionJob job) {
        try {
            return planners.begin(job);
        } catch (RuntimeException fault) {
            return CompletableFuture.failedFuture(fault);
        }
    }

    private static List<Seated> seated(CompiledProblem tables, Assignment start, Partitioner partitioning) {
        return tables.instances().stream().map(instance -> {
            int number = partitioning.ofInstance()[instance.index()];
            return new Seated(instance.id(), tables.position(start.positions()[instance.index()]).hostId(), number < 0 ? Optional.empty()
                    : Optional.of(number));
        }).toList();
    }

    private static Improved merged(CompiledProblem tables, Assignment start, Partitioner partitioning,
            List<Optional<PartitionAnswer>> answers) {
        HostIndex hosts = new HostIndex(tables);
        Assignment best = start;
        List<String> by = new ArrayList<>();
        for (int number = 0; number < answers.size(); number++) {
            int[] positions = best.positions().clone();
            if (answers.get(number).isPresent() && hosts.take(answers.get(number).get().hostIds(), positions,
                    partitioning.movable(number))) {
                Assignment next = Assignment.of(tables, positions);
                boolean asGood = next.compareTo(best) <= 0;
                best = asGood ? next : best;
                by.addAll(asGood ? List.of(answers.get(number).get().by()) : List.of());
            }
        }
        return new Improved(best, start.soft(), by, answers.size());
    }
}
