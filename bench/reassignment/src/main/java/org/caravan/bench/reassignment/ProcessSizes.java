package org.caravan.bench.reassignment;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

/** Processes in order of how much they need, each resource as a share of what all machines have of it. */
final class ProcessSizes {

    private static final int NEAR = 25;

    private final int[] order;
    private final int[] rank;

    ProcessSizes(Instance instance) {
        double[] size = new double[instance.processes().length];
        for (int r = 0; r < instance.resources().length; r++) {
            int resource = r;
            double all = Arrays.stream(instance.machines()).mapToDouble(machine -> machine.capacity()[resource]).sum();
            for (int p = 0; p < size.length; p++) {
                size[p] += instance.processes()[p].needs()[r] / Math.max(1, all);
            }
        }
        this.order = IntStream.range(0, size.length).boxed().sorted(Comparator.comparingDouble(p -> size[p])).mapToInt(p -> p).toArray();
        this.rank = new int[size.length];
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
        }
    }

    /** One of those that are nearest in size, itself included. */
    int alike(int process, Random random) {
        int at = rank[process] + random.nextInt(2 * NEAR + 1) - NEAR;
        return order[Math.min(Math.max(at, 0), order.length - 1)];
    }
}
