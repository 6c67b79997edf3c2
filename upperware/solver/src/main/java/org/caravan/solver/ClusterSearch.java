package org.caravan.solver;

import java.util.stream.IntStream;
import org.caravan.solver.ClusterExchange.Patience;

/** Seats clusters anew as wholes while that helps. What clusters cost by their sites is kept from one look to the next. */
final class ClusterSearch {

    private final PlacementTables tables;
    private final SeatIndex index;
    private final Clusters clusters;
    private final ClusterHomes homes;

    ClusterSearch(PlacementTables tables, SeatIndex index, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.clusters = clusters;
        this.homes = new ClusterHomes(tables, index, new RunningScore(tables), clusters);
    }

    /** The same or better: clusters of which all may move are seated anew. @param movable by tenant */
    Seating improved(Seating start, boolean[] movable) {
        boolean[] moving = clusters.movable(movable);
        boolean whole = IntStream.range(0, moving.length).allMatch(number -> moving[number]);
        return improved(start, movable, whole ? Patience.WHOLE : Patience.PART);
    }

    Seating improved(Seating start, boolean[] movable, Patience patience) {
        load(start);
        boolean[] moving = clusters.movable(movable);
        new ClusterDescent(tables, clusters, homes).descend(moving);
        new ClusterExchange(tables, index, clusters, homes, moving).exchange(patience);
        return homes.seating();
    }

    /** The same or better, by way of what is worse, see {@link ClusterAnnealing}: takes longer, and moves more. @param movable by tenant */
    Seating annealed(Seating start, boolean[] movable) {
        load(start);
        return new ClusterAnnealing(tables, index, clusters, homes, clusters.movable(movable)).from(start);
    }

    /** How many seats were tried so far. */
    long tried() {
        return homes.score().tried();
    }

    private void load(Seating start) {
        homes.score().load(start.seats());
        homes.priceAddresses();
    }
}
