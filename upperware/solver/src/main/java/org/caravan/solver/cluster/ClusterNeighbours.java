package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/** Selects clusters that compete for the same hosts or sites. */
final class ClusterNeighbours {

    /** Maximum number of clusters beyond the first and one neighbour, exclusive. */
    private static final int MOST_MORE = 3;
    private static final int TRIES = 6;

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final Clusters clusters;
    private final ClusterSiteAssignment homes;
    private final IncrementalScore score;
    private final boolean[] movable;
    private final Random random;

    /** @param homes provides the score with the current assignment; @param movable by cluster */
    ClusterNeighbours(CompiledProblem tables, DomainIndex index, Clusters clusters, ClusterSiteAssignment homes, boolean[] movable,
            Random random) {
        this.tables = tables;
        this.index = index;
        this.clusters = clusters;
        this.homes = homes;
        this.score = homes.score();
        this.movable = movable;
        this.random = random;
    }

    /** Assigns unplaced clusters in random order, each to the sites with the lowest cost at that time. */
    void assignInAnyOrder(List<Integer> numbers) {
        List<Integer> order = new ArrayList<>(numbers);
        Collections.shuffle(order, random);
        order.forEach(homes::assignWell);
    }

    /** Returns the cluster and a few clusters that have instances on its hosts or at its sites. */
    List<Integer> of(int number) {
        int[] cluster = clusters.all().get(number);
        List<Integer> few = new ArrayList<>(List.of(number));
        int most = 2 + random.nextInt(MOST_MORE);
        for (int tried = 0; tried < TRIES && few.size() < most; tried++) {
            int instance = cluster[random.nextInt(cluster.length)];
            int host = score.positionOf(instance);
            int[] there = index.at(instance, tables.position(host).site());
            int neighbour = resident(there.length == 0 || random.nextBoolean() ? host : there[random.nextInt(there.length)], few);
            if (neighbour >= 0) {
                few.add(neighbour);
            }
        }
        return few;
    }

    /** Returns a random movable cluster with an instance on the host, except the given ones; -1 if there is none. */
    int resident(int host, List<Integer> but) {
        int met = 0;
        int found = -1;
        for (int instance = score.residents().first(host); instance != Position.NONE; instance = score.residents().next(instance)) {
            int cluster = clusters.of(instance);
            if (movable[cluster] && !but.contains(cluster) && random.nextInt(++met) == 0) {
                found = cluster;
            }
        }
        return found;
    }
}
