package org.caravan.solver.cluster;

import java.util.Arrays;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/**
 * Selects the instances that a search may move. In a large running application, a lost host affects only a few instances; a search in
 * which all instances are movable would spend its effort on moves with little gain.
 */
public final class MovableInstances {

    /** Up to this number of instances, all are movable, because a search can cover them completely. */
    private static final int FEW = 100;

    private MovableInstances() {}

    public static boolean[] all(CompiledProblem tables) {
        boolean[] all = new boolean[tables.instances().size()];
        Arrays.fill(all, true);
        return all;
    }

    /**
     * Returns the movable instances. An instance is movable if its cluster has an unplaced instance, or if removing its cluster lowers the
     * hard penalty. If there is no such cluster, only prices or paths have changed. Then the clusters that gain from reassignment are
     * movable, migration costs included. If fewer than half of the instances are placed, all are movable.
     *
     * @param index of the tables
     * @param clusters of the tables
     * @param now hosts in the current target, by instance; {@link Position#NONE} if there is none
     * @return whether each instance is movable, by instance
     */
    public static boolean[] of(CompiledProblem tables, DomainIndex index, Clusters clusters, int[] now) {
        long placed = Arrays.stream(now).filter(position -> position != Position.NONE).count();
        if (now.length <= FEW || placed * 2 < now.length) {
            return all(tables);
        }
        IncrementalScore score = new IncrementalScore(tables);
        score.load(now);
        if (score.terms().over() > 0) {
            // The cost limit is exceeded by all clusters together, not by a single one.
            return all(tables);
        }
        boolean[] concerned = score.hard() > 0 ? breaking(score, clusters) : new boolean[clusters.all().size()];
        for (int instance = 0; instance < now.length; instance++) {
            concerned[clusters.of(instance)] |= now[instance] == Position.NONE;
        }
        boolean[] movable = new boolean[now.length];
        boolean any = false;
        for (int instance = 0; instance < now.length; instance++) {
            movable[instance] = concerned[clusters.of(instance)];
            any |= movable[instance];
        }
        return any ? movable : new ClusterDescent(tables, clusters, new ClusterSiteAssignment(tables, index, score, clusters)).gaining();
    }

    /**
     * Returns, by cluster, whether removing it lowers the hard penalty. If several clusters exceed a limit together, each of them counts.
     */
    private static boolean[] breaking(IncrementalScore score, Clusters clusters) {
        boolean[] breaking = new boolean[clusters.all().size()];
        for (int number = 0; number < breaking.length; number++) {
            ClusterSnapshot kept = ClusterSnapshot.of(score, number, clusters.all().get(number));
            for (int instance : kept.cluster()) {
                score.place(instance, Position.NONE);
            }
            breaking[number] = score.hard() < kept.hard();
            kept.sit();
        }
        return breaking;
    }
}
