package org.caravan.bench.reassignment;

import org.caravan.bench.reassignment.Instance.Balance;
import org.caravan.bench.reassignment.Instance.Machine;

/**
 * What is taken of each machine, by how much too much, and what that costs. All in flat arrays by machine × resource: they are what a
 * search reads most.
 */
final class MachineLoads {

    private final int resources;
    private final Balance[] balances;
    private final long[] weight;
    private final boolean[] kept;
    private final long[] capacity;
    private final long[] safety;
    private final long[] used;
    /** Of kept resources, by those who left. */
    private final long[] left;
    private final long[] needs;
    private final long[] cost;

    MachineLoads(Instance instance) {
        this.resources = instance.resources().length;
        this.balances = instance.balances();
        this.weight = new long[resources];
        this.kept = new boolean[resources];
        for (int r = 0; r < resources; r++) {
            weight[r] = instance.resources()[r].loadWeight();
            kept[r] = instance.resources()[r].kept();
        }
        int machines = instance.machines().length;
        this.capacity = new long[machines * resources];
        this.safety = new long[machines * resources];
        this.used = new long[machines * resources];
        this.left = new long[machines * resources];
        this.cost = new long[machines];
        for (int m = 0; m < machines; m++) {
            Machine machine = instance.machines()[m];
            System.arraycopy(machine.capacity(), 0, capacity, m * resources, resources);
            System.arraycopy(machine.safety(), 0, safety, m * resources, resources);
        }
        this.needs = new long[instance.processes().length * resources];
        for (int p = 0; p < instance.processes().length; p++) {
            System.arraycopy(instance.processes()[p].needs(), 0, needs, p * resources, resources);
        }
        for (int m = 0; m < machines; m++) {
            cost[m] = costWith(m, -1, -1);
        }
    }

    long cost(int machine) {
        return cost[machine];
    }

    /** Adds the process to a machine, or with sign -1 takes it away; at the machine it was on first, what is kept stays taken. */
    void count(int process, int machine, int sign, boolean first) {
        int n = process * resources;
        int m = machine * resources;
        for (int r = 0; r < resources; r++) {
            used[m + r] += sign * needs[n + r];
            left[m + r] -= first && kept[r] ? sign * needs[n + r] : 0;
        }
        cost[machine] = costWith(machine, -1, -1);
    }

    /** What the machine would cost if one process came and another left; -1 is none. */
    long costWith(int machine, int coming, int leaving) {
        int m = machine * resources;
        int c = coming * resources;
        int l = leaving * resources;
        long sum = 0;
        for (int r = 0; r < resources; r++) {
            long over = used[m + r] + (coming < 0 ? 0 : needs[c + r]) - (leaving < 0 ? 0 : needs[l + r]) - safety[m + r];
            sum += over > 0 ? weight[r] * over : 0;
        }
        for (Balance balance : balances) {
            sum += balance.cost(free(m, balance.one(), c, l), free(m, balance.other(), c, l));
        }
        return sum;
    }

    private long free(int m, int r, int c, int l) {
        return capacity[m + r] - used[m + r] - (c < 0 ? 0 : needs[c + r]) + (l < 0 ? 0 : needs[l + r]);
    }

    /**
     * Whether one process has room there once another left.
     *
     * @param leaving -1 is none
     */
    boolean fits(int machine, int coming, boolean comingHome, int leaving, boolean leavingHome) {
        int m = machine * resources;
        int c = coming * resources;
        int l = leaving * resources;
        for (int r = 0; r < resources; r++) {
            long more = comingHome && kept[r] ? 0 : needs[c + r];
            long less = leaving < 0 || leavingHome && kept[r] ? 0 : needs[l + r];
            if (used[m + r] + left[m + r] + more - less > capacity[m + r]) {
                return false;
            }
        }
        return true;
    }

    /** Units above capacity, all resources together. */
    long over(int machine) {
        int m = machine * resources;
        long sum = 0;
        for (int r = 0; r < resources; r++) {
            sum += Math.max(0, used[m + r] + left[m + r] - capacity[m + r]);
        }
        return sum;
    }
}
