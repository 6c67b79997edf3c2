package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.solver.candidates.CandidateHosts;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SearchProgress;

/**
 * Simulated annealing over clusters: reassigns a few neighbouring clusters in random order, or moves single instances, and accepts some
 * deteriorations. The accepted deterioration decreases during a round. This leaves local optima in which every exchange of a few clusters
 * is worse; single-instance moves rarely achieve that. Each round starts from the best assignment, until rounds gain little.
 */
public final class ClusterAnnealing {

    private static final long SEED = 1;
    /**
     * With more instances annealing takes minutes (5,000 instances: more than six); exchange and late acceptance gain as much in one
     * minute.
     */
    private static final int MOST_INSTANCES = 2_000;
    private static final int MOST_ROUNDS = 12;
    private static final int POOR_ROUNDS = 2;
    /** Passes over all clusters while the temperature falls. */
    private static final int PASSES = 60;
    /**
     * Initial mean loss accepted, as a fraction of the mean cost of a cluster. Rounds alternate between the values, because the suitable
     * temperature differs between problems.
     */
    private static final double[] HOT = {0.01, 0.03};
    /** Minimum gain of a round, as a fraction of the total cost; a round with less counts as poor. */
    private static final double LEAST_GAIN = 1e-4;

    /** Maximum number of single instances tried after each cluster step; cluster moves alone do not optimise the last instances. */
    private static final int MOST_SINGLES = 60;
    /**
     * A further limit on these tries: this number divided by the number of instances. In large problems, cluster moves are more effective.
     */
    private static final int SINGLES_OF_ALL = 6_000;
    /** Fraction of the accepted loss of a cluster step that is accepted for a single-instance move. */
    private static final double SINGLE = 0.1;
    private static final int SITES = 4;

    private final CompiledProblem tables;
    private final List<int[]> clusters;
    private final ClusterSiteAssignment homes;
    private final IncrementalScore score;
    private final CandidateHosts near;
    private final int singles;
    private final ClusterNeighborhoodSearch exchange;
    private final ClusterNeighbours neighbours;
    private final int[] numbers;
    private final Random random = new Random(SEED);
    private Assignment best;

    /** @param homes provides the score that is changed; @param movable by cluster */
    ClusterAnnealing(CompiledProblem tables, DomainIndex index, Clusters clusters, ClusterSiteAssignment homes, boolean[] movable) {
        this.tables = tables;
        this.clusters = clusters.all();
        this.homes = homes;
        this.score = homes.score();
        this.near = new CandidateHosts(tables, index, score);
        this.singles = Math.min(MOST_SINGLES, SINGLES_OF_ALL / tables.instances().size());
        this.exchange = new ClusterNeighborhoodSearch(tables, index, clusters, homes, movable);
        this.neighbours = new ClusterNeighbours(tables, index, clusters, homes, movable, random);
        this.numbers = IntStream.range(0, movable.length).filter(number -> movable[number]).toArray();
    }

    /** Whether annealing is fast enough for an interactive planning request. */
    public static boolean pays(CompiledProblem tables) {
        return tables.instances().size() <= MOST_INSTANCES;
    }

    /** Returns an assignment at least as good as {@code start}. */
    Assignment from(Assignment start) {
        best = start;
        int poor = 0;
        for (int round = 0; round < MOST_ROUNDS && poor < POOR_ROUNDS && numbers.length > 1; round++) {
            long before = best.soft();
            homes.score().load(best.positions());
            for (int pass = 0; pass < PASSES; pass++) {
                SearchProgress.look("simulated annealing over clusters");
                double left = 1 - (double) pass / PASSES;
                pass(HOT[round % HOT.length] * left * left * before / numbers.length);
            }
            exchange.exchange(ClusterNeighborhoodSearch.Patience.PART);
            keepBest();
            poor = before - best.soft() <= before * LEAST_GAIN ? poor + 1 : 0;
        }
        return best;
    }

    /** @param points mean loss accepted per step, in soft points */
    private void pass(double points) {
        for (int i = 0; i < numbers.length; i++) {
            few(points);
            keepBest();
            for (int single = 0; single < singles; single++) {
                single(points * SINGLE);
            }
            keepBest();
        }
    }

    private void few(double points) {
        List<Integer> few = neighbours.of(numbers[random.nextInt(numbers.length)]);
        long hard = score.hard();
        long most = most(points);
        List<ClusterSnapshot> kept = new ArrayList<>();
        few.forEach(number -> kept.add(homes.keep(number)));
        few.forEach(homes::unassign);
        neighbours.assignInAnyOrder(few);
        if (isMore(hard, most)) {
            kept.forEach(one -> homes.unassign(one.number()));
            kept.forEach(ClusterSnapshot::sit);
        }
    }

    private void single(double points) {
        int[] cluster = clusters.get(numbers[random.nextInt(numbers.length)]);
        int instance = cluster[random.nextInt(cluster.length)];
        int before = score.positionOf(instance);
        long hard = score.hard();
        long most = most(points);
        score.place(instance, Position.NONE);
        near.find(tables.instance(instance), SITES);
        score.attempt(instance, near.count() == 0 ? before : near.position(random.nextInt(near.count())));
        if (isMore(hard, most)) {
            score.place(instance, before);
        }
    }

    /** Draws the soft score up to which the next step is accepted. */
    private long most(double points) {
        return score.soft() + (long) (-Math.log(1 - random.nextDouble()) * points);
    }

    private boolean isMore(long hard, long soft) {
        return score.hard() > hard || score.hard() == hard && score.soft() > soft;
    }

    private void keepBest() {
        if (score.hard() <= best.hard() && score.soft() < best.soft()) {
            best = homes.assignment();
        }
    }
}
