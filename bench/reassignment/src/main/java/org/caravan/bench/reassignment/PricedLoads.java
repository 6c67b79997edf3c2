package org.caravan.bench.reassignment;

import java.util.Arrays;
import org.caravan.bench.reassignment.Instance.Machine;

/**
 * What load costs on each machine where room is no obligation but has a price, one for each machine and resource. All in flat arrays by
 * machine × resource, and what is left instead of what is taken: two numbers to look at for each resource are what the annealing waits for.
 */
final class PricedLoads {

    /** Instead of what a change adds, where that is more than anybody asked for. */
    static final double TOO_MUCH = Double.MAX_VALUE;
    /** Of what a unit above a safety limit costs, the price at the beginning, of the resource of which there is most. */
    private static final double FIRST = 0.2;
    /** Of the first price, the lowest. */
    private static final double LOWEST = 1e-2;

    private final int resources;
    private final int[] before;
    private final long[] weight;
    /** Of each process, and last of nobody. */
    private final long[] needs;
    /** As {@link #needs}, of what it does not leave behind where it was first. */
    private final long[] fleeting;
    private final long[] belowSafety;
    private final long[] belowCapacity;
    private final double[] price;
    private final double[] firstPrice;
    private final long[] cost;
    private final double[] charge;
    private final int[] version;
    private long total;
    private int overfull;

    PricedLoads(Instance instance, int[] before) {
        this.resources = instance.resources().length;
        this.before = before;
        this.weight = Arrays.stream(instance.resources()).mapToLong(Instance.Resource::loadWeight).toArray();
        this.needs = new long[(before.length + 1) * resources];
        this.fleeting = new long[needs.length];
        int machines = instance.machines().length;
        this.belowSafety = new long[machines * resources];
        this.belowCapacity = new long[machines * resources];
        this.price = new double[machines * resources];
        this.firstPrice = firstPrices(instance.machines());
        this.cost = new long[machines];
        this.charge = new double[machines];
        this.version = new int[machines];
        for (int m = 0; m < machines; m++) {
            Machine machine = instance.machines()[m];
            System.arraycopy(machine.capacity(), 0, belowCapacity, m * resources, resources);
            System.arraycopy(machine.safety(), 0, belowSafety, m * resources, resources);
            System.arraycopy(firstPrice, 0, price, m * resources, resources);
        }
        for (int p = 0; p < before.length; p++) {
            for (int r = 0; r < resources; r++) {
                long need = instance.processes()[p].needs()[r];
                needs[p * resources + r] = need;
                fleeting[p * resources + r] = instance.resources()[r].kept() ? 0 : need;
                belowSafety[before[p] * resources + r] -= need;
                belowCapacity[before[p] * resources + r] -= need;
            }
        }
        for (int m = 0; m < machines; m++) {
            compute(m);
        }
    }

    /** What is short counts by how little there is of its resource: units of one may be a hundred times as many as of another. */
    private double[] firstPrices(Machine[] machines) {
        double[] all = new double[resources];
        Arrays.setAll(all, r -> Math.max(1, Arrays.stream(machines).mapToDouble(machine -> machine.capacity()[r]).sum()));
        double dear = FIRST * Math.max(1, Arrays.stream(weight).max().orElse(1)) * Arrays.stream(all).max().orElse(1);
        return Arrays.stream(all).map(one -> dear / one).toArray();
    }

    /** Without prices. */
    long total() {
        return total;
    }

    /** What is short, by its prices. */
    double charged() {
        return Arrays.stream(charge).sum();
    }

    boolean roomForAll() {
        return overfull == 0;
    }

    int nobody() {
        return before.length;
    }

    /** What load and room save if a process leaves: not above 0, and no change in which it leaves saves more there. */
    double relief(int machine, int leaving) {
        int m = machine * resources;
        int l = leaving * resources;
        long[] less = isHome(leaving, machine) ? fleeting : needs;
        double sum = 0;
        for (int r = 0; r < resources; r++) {
            sum += weight[r] * Math.max(Math.min(0, belowSafety[m + r]), -needs[l + r]);
            long room = belowCapacity[m + r];
            sum += room < 0 ? price[m + r] * Math.max(room, -less[l + r]) : 0;
        }
        return sum;
    }

    /**
     * What load and room add if a process comes once another has left. Each resource adds to the sum, so what is too much shows early.
     *
     * @param sum of what is known to be added elsewhere; included
     * @param limit of interest; larger values are returned as {@link #TOO_MUCH}
     */
    double adds(int machine, int coming, int leaving, double sum, double limit) {
        int m = machine * resources;
        int c = coming * resources;
        int l = leaving * resources;
        long[] more = isHome(coming, machine) ? fleeting : needs;
        long[] less = isHome(leaving, machine) ? fleeting : needs;
        double all = sum;
        for (int r = 0; r < resources; r++) {
            long above = needs[c + r] - Math.max(0, belowSafety[m + r] + needs[l + r]);
            all += above > 0 ? weight[r] * above : 0;
            long over = more[c + r] - Math.max(0, belowCapacity[m + r] + less[l + r]);
            all += over > 0 ? price[m + r] * over : 0;
            if (all > limit) {
                return TOO_MUCH;
            }
        }
        return all;
    }

    /** Changes with all that {@link #relief} rests on. */
    int version(int machine) {
        return version[machine];
    }

    private boolean isHome(int process, int machine) {
        return process < before.length && before[process] == machine;
    }

    void move(int process, int from, int to) {
        count(process, from, 1);
        count(process, to, -1);
        compute(from);
        compute(to);
    }

    /** @param sign 1 where the machine gets rid of it */
    private void count(int process, int machine, int sign) {
        int m = machine * resources;
        int p = process * resources;
        long[] taken = isHome(process, machine) ? fleeting : needs;
        for (int r = 0; r < resources; r++) {
            belowSafety[m + r] += sign * needs[p + r];
            belowCapacity[m + r] += sign * taken[p + r];
        }
    }

    private void compute(int machine) {
        int m = machine * resources;
        total -= cost[machine];
        overfull -= charge[machine] > 0 ? 1 : 0;
        long sum = 0;
        double priced = 0;
        for (int r = 0; r < resources; r++) {
            sum += weight[r] * Math.max(0, -belowSafety[m + r]);
            priced += price[m + r] * Math.max(0, -belowCapacity[m + r]);
        }
        version[machine]++;
        cost[machine] = sum;
        charge[machine] = priced;
        total += sum;
        overfull += priced > 0 ? 1 : 0;
    }

    /**
     * Prices where something is short go up, all others down. They come to rest where room is short so often that both cancel each other
     * out; units and scarcity need not be known for it.
     *
     * @param up above 1 @param down up to 1
     */
    void reprice(double up, double down) {
        for (int machine = 0; machine < cost.length; machine++) {
            for (int r = 0; r < resources; r++) {
                int at = machine * resources + r;
                price[at] = belowCapacity[at] < 0 ? price[at] * up : Math.max(LOWEST * firstPrice[r], price[at] * down);
            }
            compute(machine);
        }
    }
}
