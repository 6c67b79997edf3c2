package org.caravan.solver;

/** Prices by group of hosts, in cents per whole host; and which groups are decided to be used or not. */
final class HostPrices {

    /** By group, how much of it is taken, in hosts. */
    record Taken(double[] cpu, double[] memory) {

        Taken(int groups) {
            this(new double[groups], new double[groups]);
        }
    }

    private final double[] cpu;
    private final double[] memory;
    private final boolean[] closed;
    /** A host of the group is paid, so nobody pays for its opening. */
    private final boolean[] paid;

    HostPrices(int groups) {
        this(new double[groups], new double[groups], new boolean[groups], new boolean[groups]);
    }

    private HostPrices(double[] cpu, double[] memory, boolean[] closed, boolean[] paid) {
        this.cpu = cpu;
        this.memory = memory;
        this.closed = closed;
        this.paid = paid;
    }

    HostPrices copy() {
        return new HostPrices(cpu.clone(), memory.clone(), closed.clone(), paid.clone());
    }

    double cpu(int group) {
        return cpu[group];
    }

    double memory(int group) {
        return memory[group];
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

    void close(int group) {
        closed[group] = true;
    }

    void pay(int group) {
        paid[group] = true;
        cpu[group] = 0;
        memory[group] = 0;
    }
}
