package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Seats a few neighbouring clusters anew in any order, or moves single tenants, and keeps that, too, where it costs a little more: first more, then less and less (simulated
 * annealing). So it gets out of where every exchange of a few clusters makes the whole worse, which moves of single tenants hardly do. Begins from the
 * best again until rounds win little.
 */
final class ClusterAnnealing {

    private static final long SEED = 1;
    /** With more tenants it takes minutes (5,000: above six), for what exchanging and late acceptance win in one. */
    private static final int MOST_TENANTS = 2_000;
    private static final int MOST_ROUNDS = 12;
    private static final int POOR_ROUNDS = 2;
    /** Passes over all clusters from hot to cold. */
    private static final int PASSES = 60;
    /** Part of what a cluster costs in the mean that may be lost at first, in the mean; rounds take turns, for what is too hot for one problem is too cold for another. */
    private static final double[] HOT = {0.01, 0.03};
    /** Part of the whole that a round has to win so as not to be poor. */
    private static final double LEAST_GAIN = 1e-4;

    /** Single tenants that are tried after each few clusters: clusters as wholes do not find the last tenants' places. */
    private static final int MOST_SINGLES = 60;
    /** All in all in a pass, per cluster: with many tenants clusters are what pays. */
    private static final int SINGLES_OF_ALL = 6_000;
    /** Of what may be lost by a few clusters this part may be lost by a tenant. */
    private static final double SINGLE = 0.1;
    private static final int SITES = 4;

    private final PlacementTables tables;
    private final List<int[]> clusters;
    private final ClusterHomes homes;
    private final RunningScore score;
    private final NearSeats near;
    private final int singles;
    private final ClusterExchange exchange;
    private final ClusterNeighbours neighbours;
    private final int[] numbers;
    private final Random random = new Random(SEED);
    private Seating best;

    /** @param homes of whose score seats are changed; @param movable by cluster */
    ClusterAnnealing(PlacementTables tables, SeatIndex index, Clusters clusters, ClusterHomes homes, boolean[] movable) {
        this.tables = tables;
        this.clusters = clusters.all();
        this.homes = homes;
        this.score = homes.score();
        this.near = new NearSeats(tables, index, score);
        this.singles = Math.min(MOST_SINGLES, SINGLES_OF_ALL / tables.tenants().size());
        this.exchange = new ClusterExchange(tables, index, clusters, homes, movable);
        this.neighbours = new ClusterNeighbours(tables, index, clusters, homes, movable, random);
        this.numbers = IntStream.range(0, movable.length).filter(number -> movable[number]).toArray();
    }

    /** Whether it ends soon enough for somebody who waits for a plan. */
    static boolean pays(PlacementTables tables) {
        return tables.tenants().size() <= MOST_TENANTS;
    }

    /** The same or better. */
    Seating from(Seating start) {
        best = start;
        int poor = 0;
        for (int round = 0; round < MOST_ROUNDS && poor < POOR_ROUNDS && numbers.length > 1; round++) {
            long before = best.soft();
            homes.score().load(best.seats());
            for (int pass = 0; pass < PASSES; pass++) {
                Watch.look("lets clusters exchange places by way of what is worse");
                double left = 1 - (double) pass / PASSES;
                pass(HOT[round % HOT.length] * left * left * before / numbers.length);
            }
            exchange.exchange(ClusterExchange.Patience.PART);
            keepBest();
            poor = before - best.soft() <= before * LEAST_GAIN ? poor + 1 : 0;
        }
        return best;
    }

    /** @param points that may be lost at once, in the mean */
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
        List<KeptSeats> kept = new ArrayList<>();
        few.forEach(number -> kept.add(homes.keep(number)));
        few.forEach(homes::unseat);
        neighbours.seatInAnyOrder(few);
        if (isMore(hard, most)) {
            kept.forEach(one -> homes.unseat(one.number()));
            kept.forEach(KeptSeats::sit);
        }
    }

    private void single(double points) {
        int[] cluster = clusters.get(numbers[random.nextInt(numbers.length)]);
        int tenant = cluster[random.nextInt(cluster.length)];
        int before = score.seatOf(tenant);
        long hard = score.hard();
        long most = most(points);
        score.place(tenant, RunningScore.NONE);
        near.find(tables.tenant(tenant), SITES);
        score.attempt(tenant, near.count() == 0 ? before : near.seat(random.nextInt(near.count())));
        if (isMore(hard, most)) {
            score.place(tenant, before);
        }
    }

    /** Soft points that may be reached from here. */
    private long most(double points) {
        return score.soft() + (long) (-Math.log(1 - random.nextDouble()) * points);
    }

    private boolean isMore(long hard, long soft) {
        return score.hard() > hard || score.hard() == hard && score.soft() > soft;
    }

    private void keepBest() {
        if (score.hard() <= best.hard() && score.soft() < best.soft()) {
            best = homes.seating();
        }
    }
}
