package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What no placement can beat: obligations on the capacity of hosts and the price of opening them are given up for prices on
 * what tenants take (Lagrange), promises are left out, and what is left falls apart into clusters whose best placement on
 * sites is found exactly. Prices are raised where hosts are overfull until the bound rises no more.
 */
final class LowerBound {

    /** Additions per round that are affordable; a large problem gets fewer rounds. */
    private static final double WORK = 6e8;

    /** Price of a group of which no host may be opened. */
    static final double CLOSED = Double.POSITIVE_INFINITY;

    private static final int ROUNDS = 120;
    private static final int FEW = 4;
    private static final int PATIENCE = 8;

    private final PlacementTables tables;
    private final HostGroups groups;
    private final List<ClusterCosts> clusters = new ArrayList<>();
    /** By group, in cents per whole host. */
    private final double[] cpuPrice;
    private final double[] memoryPrice;

    LowerBound(PlacementTables tables) {
        this.tables = tables;
        this.groups = new HostGroups(tables);
        this.cpuPrice = new double[groups.size()];
        this.memoryPrice = new double[groups.size()];
        new Clusters(tables).all().forEach(cluster -> clusters.add(new ClusterCosts(tables, groups, cluster)));
        boolean memoryIsScarce = scarceMemory();
        for (int group = 0; group < groups.size(); group++) {
            (memoryIsScarce ? memoryPrice : cpuPrice)[group] = groups.seat(group).cents();
        }
    }

    /** @param reached soft score of a whole placement: what the bound climbs towards */
    long below(long reached) {
        if (Enumeration.isQuick(tables)) {
            return Math.min(reached, Enumeration.least(tables));
        }
        double best = climbed(reached);
        OpeningBound opening = new OpeningBound(groups, clusters, cpuPrice, memoryPrice);
        best = Math.max(best, opening.below(reached, WORK / 4));
        // Scores are whole numbers. Sums of floating-point numbers are a little off; a bound must not be.
        return Math.min(reached, (long) Math.ceil(best - 1e-6 * Math.abs(best) - 1e-3));
    }

    /** Leaves the best prices it found. */
    private double climbed(long reached) {
        double best = 0;
        double[] bestCpu = cpuPrice.clone();
        double[] bestMemory = memoryPrice.clone();
        double step = 1;
        int unimproved = 0;
        int rounds = (int) Math.max(FEW, Math.min(ROUNDS, WORK / clusters.stream().mapToDouble(ClusterCosts::work).sum()));
        for (int round = 0; round < rounds && best < reached - 1; round++) {
            double[] cpu = new double[groups.size()];
            double[] memory = new double[groups.size()];
            double bound = round(cpu, memory);
            if (bound > best) {
                best = bound;
                System.arraycopy(cpuPrice, 0, bestCpu, 0, cpu.length);
                System.arraycopy(memoryPrice, 0, bestMemory, 0, cpu.length);
                unimproved = 0;
            } else if (++unimproved % PATIENCE == 0) {
                step /= 2;
            }
            climb(cpu, memory, step * (reached - bound));
        }
        System.arraycopy(bestCpu, 0, cpuPrice, 0, cpuPrice.length);
        System.arraycopy(bestMemory, 0, memoryPrice, 0, memoryPrice.length);
        return best;
    }

    /** @param cpu is set to how much more of the group's processors is taken than opened; @param memory likewise */
    private double round(double[] cpu, double[] memory) {
        double sum = 0;
        for (ClusterCosts cluster : clusters) {
            sum += cluster.least(cpuPrice, memoryPrice, cpu, memory);
        }
        for (int group = 0; group < groups.size(); group++) {
            double left = groups.seat(group).cents() - cpuPrice[group] - memoryPrice[group];
            int open = left < 0 ? groups.hosts(group) : 0;
            sum += open * left;
            cpu[group] -= open;
            memory[group] -= open;
        }
        return sum;
    }

    private void climb(double[] cpu, double[] memory, double far) {
        double square = 0;
        for (int group = 0; group < cpu.length; group++) {
            square += cpu[group] * cpu[group] + memory[group] * memory[group];
        }
        if (square == 0) {
            return;
        }
        double step = far / square;
        for (int group = 0; group < cpu.length; group++) {
            cpuPrice[group] = Math.max(0, cpuPrice[group] + step * cpu[group]);
            memoryPrice[group] = Math.max(0, memoryPrice[group] + step * memory[group]);
        }
    }

    private boolean scarceMemory() {
        double cpu = 0;
        double memory = 0;
        for (Tenant tenant : tables.tenants()) {
            cpu += Arrays.stream(tenant.demand().cpu()).average().orElse(0);
            memory += Arrays.stream(tenant.demand().memory()).average().orElse(0);
        }
        double cpuFree = tables.seats().stream().mapToDouble(Seat::cpuFree).sum();
        double memoryFree = tables.seats().stream().mapToDouble(Seat::memoryFree).sum();
        return memory * cpuFree >= cpu * memoryFree;
    }
}
