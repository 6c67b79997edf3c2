package org.caravan.solver.partition;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.NearestNeighbourOrder;

/**
 * Decomposition of a very large problem: assigns instances to partitions that are planned separately. Clusters are not split; clusters
 * near each other, which compete for the same hosts, are in the same partition.
 *
 * @param count number of partitions, all non-empty
 * @param ofInstance number of the partition by instance; -1 if the instance stays
 */
public record Partitioner(int count, int[] ofInstance) {

    /**
     * @param positions hosts by instance, complete
     * @param movable by instance
     * @param most maximum number of partitions; there are fewer if there are fewer clusters
     */
    static Partitioner of(CompiledProblem tables, int[] positions, boolean[] movable, int most) {
        Clusters clusters = new Clusters(tables);
        int[] places = new NearestNeighbourOrder(tables).places();
        boolean[] moving = clusters.movable(movable);
        List<int[]> ordered = IntStream.range(0, moving.length).filter(number -> moving[number]).mapToObj(clusters.all()::get)
                .sorted(Comparator.comparingInt(cluster -> places[mainSite(tables, positions, cluster)])).toList();
        long instances = ordered.stream().mapToLong(cluster -> cluster.length).sum();
        int[] ofInstance = new int[positions.length];
        Arrays.fill(ofInstance, -1);
        int count = 0;
        int last = -1;
        long before = 0;
        for (int[] cluster : ordered) {
            int wanted = (int) ((2 * before + cluster.length) * most / (2 * instances));
            count += wanted == last ? 0 : 1;
            last = wanted;
            for (int instance : cluster) {
                ofInstance[instance] = count - 1;
            }
            before += cluster.length;
        }
        return new Partitioner(count, ofInstance);
    }

    /** Site of most instances of the cluster. */
    private static int mainSite(CompiledProblem tables, int[] positions, int[] cluster) {
        int[] there = new int[tables.sites()];
        int main = 0;
        for (int instance : cluster) {
            there[tables.position(positions[instance]).site()]++;
        }
        for (int site = 1; site < there.length; site++) {
            main = there[site] > there[main] ? site : main;
        }
        return main;
    }

    /** Movable instances of a partition, by instance. */
    public boolean[] movable(int number) {
        boolean[] movable = new boolean[ofInstance.length];
        for (int instance = 0; instance < movable.length; instance++) {
            movable[instance] = ofInstance[instance] == number;
        }
        return movable;
    }
}
