package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.caravan.plan.PartitionAnswer;
import org.caravan.plan.PartitionJob;
import org.caravan.plan.PartitionJob.Seated;
import org.caravan.plan.PartitionPlanners;
import org.caravan.problem.PlacementProblem;

/**
 * Has most of the search of a very large problem made in partitions, by whoever is free. Answers count in the order of the partitions' numbers, so that equal
 * problems have equal plans whoever planned what. An answer that does not come, or is worse, costs no more than what its partition could have gained.
 *
 * @param from instances that may move, at which a problem is very large
 * @param count of partitions; not by how many are free, for equal problems are to have equal plans
 */
record Partitions(PartitionPlanners planners, int from, int count) {

    /** Whoever has it looks after itself. */
    static final Partitions NONE = new Partitions(job -> CompletableFuture.failedFuture(new IllegalStateException("nobody plans partitions")), Integer.MAX_VALUE, 1);

    boolean concern(Seating start, long movable) {
        return movable >= from && count > 1 && start.whole();
    }

    /**
     * What became of a seating in partitions.
     *
     * @param seating the same or better
     * @param before its points
     * @param by names of those whose answers are in it, each as often as it is
     * @param count of partitions; 0 where it is not divided
     */
    record Improved(Seating seating, long before, List<String> by, int count) {

        static Improved not(Seating seating) {
            return new Improved(seating, seating.soft(), List.of(), 0);
        }

        /** Whether anybody searched. */
        boolean searched() {
            return !by.isEmpty();
        }

        String note(Seating polished) {
            return PartitionWords.of(this, polished);
        }
    }

    /**
     * The same or better.
     *
     * @param tables of the problem without dominated hosts, as whoever plans a partition makes them again
     * @param start no obligation is broken
     */
    Improved improved(PlacementProblem problem, PlacementTables tables, Seating start, boolean[] movable) {
        Partitioning partitioning = Partitioning.of(tables, start.seats(), movable, count);
        if (partitioning.count() < 2) {
            return Improved.not(start);
        }
        Watch.look("has partitions planned");
        List<Seated> seated = seated(tables, start, partitioning);
        PartitionAnswers answers = new PartitionAnswers();
        try {
            for (int number = 0; number < partitioning.count(); number++) {
                answers.expect(begun(new PartitionJob(problem, seated, number)));
            }
            return merged(tables, start, partitioning, answers.all());
        } finally {
            answers.end();
        }
    }

    /** What cannot be handed over is as one that fails. */
    private CompletableFuture<PartitionAnswer> begun(PartitionJob job) {
        try {
            return planners.begin(job);
        } catch (RuntimeException fault) {
            return CompletableFuture.failedFuture(fault);
        }
    }

    private static List<Seated> seated(PlacementTables tables, Seating start, Partitioning partitioning) {
        return tables.tenants().stream().map(tenant -> {
            int number = partitioning.ofTenant()[tenant.index()];
            return new Seated(tenant.instance(), tables.seat(start.seats()[tenant.index()]).hostId(), number < 0 ? Optional.empty() : Optional.of(number));
        }).toList();
    }

    private static Improved merged(PlacementTables tables, Seating start, Partitioning partitioning, List<Optional<PartitionAnswer>> answers) {
        SeatsByHost hosts = new SeatsByHost(tables);
        Seating best = start;
        List<String> by = new ArrayList<>();
        for (int number = 0; number < answers.size(); number++) {
            int[] seats = best.seats().clone();
            if (answers.get(number).isPresent() && hosts.take(answers.get(number).get().hostIds(), seats, partitioning.movable(number))) {
                Seating next = Seating.of(tables, seats);
                boolean asGood = next.compareTo(best) <= 0;
                best = asGood ? next : best;
                by.addAll(asGood ? List.of(answers.get(number).get().by()) : List.of());
            }
        }
        return new Improved(best, start.soft(), by, answers.size());
    }
}
