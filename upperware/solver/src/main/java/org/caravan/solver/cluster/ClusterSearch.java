package org.caravan.solver.cluster;

import java.util.stream.IntStream;
import org.caravan.solver.cluster.ClusterNeighborhoodSearch.Patience;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/** Improves an assignment by reassigning whole clusters. Keeps the cost tables of clusters by site between calls. */
public final class ClusterSearch {

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final Clusters clusters;
    private final ClusterSiteAssignment homes;

    public ClusterSearch(CompiledProblem tables, DomainIndex index, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.clusters = clusters;
        this.homes = new ClusterSiteAssignment(tables, index, new IncrementalScore(tables), clusters);
    }

    /**
     * Returns an assignment at least as good as {@code start}; reassigns clusters of which all instances are movable. @param movable by
     * instance
     */
    public Assignment improved(Assignment start, boolean[] movable) {
        boolean[] moving = clusters.movable(movable);
        boolean whole = IntStream.range(0, moving.length).allMatch(number -> moving[number]);
        return improved(start, movable, whole ? Patience.WHOLE : Patience.PART);
    }

    public Assignment improved(Assignment start, boolean[] movable, Patience patience) {
        load(start);
        boolean[] moving = clusters.movable(movable);
        new ClusterDescent(tables, clusters, homes).descend(moving);
        new ClusterNeighborhoodSearch(tables, index, clusters, homes, moving).exchange(patience);
        return homes.assignment();
    }

    /**
     * Returns an assignment at least as good as {@code start}, found by {@link ClusterAnnealing}: slower, with more moves. @param movable
     * by instance
     */
    public Assignment annealed(Assignment start, boolean[] movable) {
        load(start);
        return new ClusterAnnealing(tables, index, clusters, homes, clusters.movable(movable)).from(start);
    }

    /** Number of placements evaluated so far. */
    public long tried() {
        return homes.score().tried();
    }

    private void load(Assignment start) {
        homes.score().load(start.positions());
        homes.priceAddresses();
    }
}
