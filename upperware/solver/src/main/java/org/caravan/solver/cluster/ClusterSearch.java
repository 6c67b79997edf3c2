package org.caravan.solver.cluster;

import java.util.stream.IntStream;
import org.caravan.solver.cluster.ClusterExchange.Patience;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.SeatIndex;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;

/** Improves an assignment by reassigning whole clusters. Keeps the cost tables of clusters by site between calls. */
public final class ClusterSearch {

    private final PlacementTables tables;
    private final SeatIndex index;
    private final Clusters clusters;
    private final ClusterHomes homes;

    public ClusterSearch(PlacementTables tables, SeatIndex index, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.clusters = clusters;
        this.homes = new ClusterHomes(tables, index, new RunningScore(tables), clusters);
    }

    /**
     * Returns an assignment at least as good as {@code start}; reassigns clusters of which all instances are movable. @param movable by
     * instance
     */
    public Seating improved(Seating start, boolean[] movable) {
        boolean[] moving = clusters.movable(movable);
        boolean whole = IntStream.range(0, moving.length).allMatch(number -> moving[number]);
        return improved(start, movable, whole ? Patience.WHOLE : Patience.PART);
    }

    public Seating improved(Seating start, boolean[] movable, Patience patience) {
        load(start);
        boolean[] moving = clusters.movable(movable);
        new ClusterDescent(tables, clusters, homes).descend(moving);
        new ClusterExchange(tables, index, clusters, homes, moving).exchange(patience);
        return homes.seating();
    }

    /**
     * Returns an assignment at least as good as {@code start}, found by {@link ClusterAnnealing}: slower, with more moves. @param movable
     * by instance
     */
    public Seating annealed(Seating start, boolean[] movable) {
        load(start);
        return new ClusterAnnealing(tables, index, clusters, homes, clusters.movable(movable)).from(start);
    }

    /** Number of placements evaluated so far. */
    public long tried() {
        return homes.score().tried();
    }

    private void load(Seating start) {
        homes.score().load(start.seats());
        homes.priceAddresses();
    }
}
