package org.caravan.solver.cluster;

import java.util.Arrays;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/**
 * Lagrange multipliers of the capacity and opening constraints. Units are cents per whole host by host class, cents per address by site,
 * and cents for each of the {@link CouplingConstraints} as a whole. Also holds the branching decisions on host classes.
 */
public final class HostMultipliers {

    /**
     * Usage by host class in hosts, by site in addresses, and by limit as a fraction. Also represents a violation (usage minus capacity)
     * or a moving average.
     */
    public record Taken(double[] cpu, double[] memory, double[] disk, double[] slots, double[] limits) {

        /** Moves the values towards another usage. @param part step, as a fraction of the difference */
        public void approach(Taken other, double part) {
            approach(cpu, other.cpu, part);
            approach(memory, other.memory, part);
            approach(disk, other.disk, part);
            approach(slots, other.slots, part);
            approach(limits, other.limits, part);
        }

        private static void approach(double[] mean, double[] to, double part) {
            Arrays.setAll(mean, i -> mean[i] + part * (to[i] - mean[i]));
        }
    }

    private final CouplingConstraints limits;
    private final double[] cpu;
    private final double[] memory;
    private final double[] disk;
    private final double[] slot;
    private final double[] limit;
    private final boolean[] closed;
    /** A host of the class is paid for, so instances do not pay for its opening. */
    private final boolean[] paid;

    public HostMultipliers(int groups, int sites, CouplingConstraints limits) {
        this(limits, new double[groups], new double[groups], new double[groups], new double[sites], new double[limits.count()],
                new boolean[groups],
                new boolean[groups]);
        for (int group = 0; group < groups; group++) {
            closed[group] = limits.most(group) == 0;
        }
    }

    private HostMultipliers(CouplingConstraints limits, double[] cpu, double[] memory, double[] disk, double[] slot, double[] limit,
            boolean[] closed, boolean[] paid) {
        this.limits = limits;
        this.cpu = cpu;
        this.memory = memory;
        this.disk = disk;
        this.slot = slot;
        this.limit = limit;
        this.closed = closed;
        this.paid = paid;
    }

    public HostMultipliers copy() {
        return new HostMultipliers(limits, cpu.clone(), memory.clone(), disk.clone(), slot.clone(), limit.clone(), closed.clone(),
                paid.clone());
    }

    /** Usage of zero. */
    public Taken nothing() {
        return new Taken(new double[cpu.length], new double[cpu.length], new double[cpu.length], new double[slot.length],
                new double[limit.length]);
    }

    /** Capacity cost of an instance on a host of the class. @param position representative of the class */
    double share(PlacedInstance instance, Position position, int group) {
        return cpu[group] * instance.cpuShare(position) + memory[group] * instance.memoryShare(position)
                + (disk[group] > 0 ? disk[group] * instance.diskShare(position) : 0);
    }

    /** Capacity cost of the total usage of the class. */
    public double share(Taken taken, int group) {
        return cpu[group] * taken.cpu()[group] + memory[group] * taken.memory()[group] + disk[group] * taken.disk()[group];
    }

    double slot(int site) {
        return slot[site];
    }

    double capacity(int group) {
        return cpu[group] + memory[group] + disk[group];
    }

    /** Cost of opening one host of the class: its price and its share of the coupling constraints. */
    public double opening(int group, Position position) {
        double sum = position.cents();
        for (int one = 0; one < limit.length; one++) {
            sum += limit[one] * limits.part(one, group);
        }
        return sum;
    }

    boolean closed(int group) {
        return closed[group];
    }

    boolean paid(int group) {
        return paid[group];
    }

    public void addCpu(int group, double cents) {
        cpu[group] = Math.max(0, cpu[group] + cents);
    }

    public void addMemory(int group, double cents) {
        memory[group] = Math.max(0, memory[group] + cents);
    }

    /** @return squared norm of the violations whose multipliers can change: a negative violation with a zero multiplier does not count */
    public double farSquared(Taken over) {
        return far(over.cpu(), cpu) + far(over.memory(), memory) + far(over.disk(), disk) + far(over.slots(), slot)
                + far(over.limits(), limit);
    }

    private static double far(double[] over, double[] prices) {
        double square = 0;
        for (int i = 0; i < prices.length; i++) {
            square += over[i] > 0 || prices[i] > 0 ? over[i] * over[i] : 0;
        }
        return square;
    }

    public void climb(Taken over, double step) {
        climb(cpu, over.cpu(), step);
        climb(memory, over.memory(), step);
        climb(disk, over.disk(), step);
        climb(slot, over.slots(), step);
        climb(limit, over.limits(), step);
    }

    private static void climb(double[] prices, double[] over, double step) {
        Arrays.setAll(prices, i -> Math.max(0, prices[i] + step * over[i]));
    }

    /** Constant term of the Lagrangian: multipliers times the free addresses and the limits. @param free addresses by site */
    public double fixed(int[] free) {
        double sum = Arrays.stream(limit).sum();
        for (int site = 0; site < slot.length; site++) {
            sum += slot[site] * free[site];
        }
        return sum;
    }

    public void close(int group) {
        closed[group] = true;
    }

    public void pay(int group) {
        paid[group] = true;
        cpu[group] = 0;
        memory[group] = 0;
        disk[group] = 0;
    }
}
