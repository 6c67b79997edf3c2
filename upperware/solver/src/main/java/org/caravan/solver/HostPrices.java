package org.caravan.solver;

/** Prices by group of hosts, in cents per whole host, and by site, in cents per address; and which groups are decided to be used or not. */
final class HostPrices {

    /** By group, how much of it is taken, in hosts; by site, how many addresses. */
    record Taken(double[] cpu, double[] memory, double[] slots) {

        Taken(int groups, int sites) {
            this(new double[groups], new double[groups], new double[sites]);
        }
    }

    private final double[] cpu;
    private final double[] memory;
    private final double[] slot;
    private final boolean[] closed;
    /** A host of the group is paid, so nobody pays for its opening. */
    private final boolean[] paid;

    HostPrices(int groups, int sites) {
        this(new double[groups], new double[groups], new double[sites], new boolean[groups], new boolean[groups]);
    }

    private HostPrices(double[] cpu, double[] memory, double[] slot, boolean[] closed, boolean[] paid) {
        this.cpu = cpu;
        this.memory = memory;
        this.slot = slot;
        this.closed = closed;
        this.paid = paid;
    }

    HostPrices copy() {
        return new HostPrices(cpu.clone(), memory.clone(), slot.clone(), closed.clone(), paid.clone());
    }

    double cpu(int group) {
        return cpu[group];
    }

    double memory(int group) {
        return memory[group];
    }

    double slot(int site) {
        return slot[site];
    }

    double capacity(int group) {
        return cpu[group] + memory[group];
    }

    boolean closed(int group) {
        return closed[group];
    }

    boolean paid(int group) {
        return paid[group];
    }

    void addCpu(int group, double cents) {
        cpu[group] = Math.max(0, cpu[group] + cents);
    }

    void addMemory(int group, double cents) {
        memory[group] = Math.max(0, memory[group] + cents);
    }

    void addSlot(int site, double cents) {
        slot[site] = Math.max(0, slot[site] + cents);
    }

    /** What the owners of addresses get for those that are free. @param free by site */
    double slots(int[] free) {
        double sum = 0;
        for (int site = 0; site < slot.length; site++) {
            sum += slot[site] * free[site];
        }
        return sum;
    }

    void close(int group) {
        closed[group] = true;
    }

    void pay(int group) {
        paid[group] = true;
        cpu[group] = 0;
        memory[group] = 0;
    }
}
