package org.caravan.bench.reassignment;

import org.caravan.bench.reassignment.Instance.Balance;
import org.caravan.bench.reassignment.Instance.Process;

/** What it costs on each machine that of what is free there is too little of one resource beside another. */
final class RunningBalance {

    private final Balance[] balances;
    private final Process[] processes;
    /** By machine and resource; unused capacity, including transient usage. */
    private final long[][] free;
    private final long[] cost;
    private long total;

    RunningBalance(Instance instance, int[] machineOf) {
        this.balances = instance.balances();
        this.processes = instance.processes();
        this.free = new long[instance.machines().length][];
        this.cost = new long[free.length];
        for (int m = 0; m < free.length; m++) {
            free[m] = instance.machines()[m].capacity().clone();
            compute(m);
        }
        for (int p = 0; p < machineOf.length; p++) {
            count(p, machineOf[p], -1);
        }
    }

    /** Of all machines. */
    long total() {
        return total;
    }

    long cost(int machine) {
        return cost[machine];
    }

    /** What it would cost there if one came and another left; -1 is nobody. */
    long costWith(int machine, int coming, int leaving) {
        long sum = 0;
        for (Balance balance : balances) {
            sum += balance.cost(left(machine, balance.one(), coming, leaving), left(machine, balance.other(), coming, leaving));
        }
        return sum;
    }

    private long left(int machine, int resource, int coming, int leaving) {
        return free[machine][resource] - needs(coming, resource) + needs(leaving, resource);
    }

    private long needs(int process, int resource) {
        return process < 0 ? 0 : processes[process].needs()[resource];
    }

    void move(int process, int from, int to) {
        if (balances.length > 0) {
            count(process, from, 1);
            count(process, to, -1);
        }
    }

    /** @param sign 1 where the machine gets rid of it */
    private void count(int process, int machine, int sign) {
        for (int r = 0; r < free[machine].length; r++) {
            free[machine][r] += sign * needs(process, r);
        }
        compute(machine);
    }

    private void compute(int machine) {
        total -= cost[machine];
        cost[machine] = costWith(machine, -1, -1);
        total += cost[machine];
    }
}
