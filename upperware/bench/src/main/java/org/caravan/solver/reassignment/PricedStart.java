package org.caravan.solver.reassignment;

import java.util.Arrays;
import java.util.Random;

/**
 * Where a search starts: annealing in which room on machines is no obligation but has a price, which rises until nobody goes without. Where
 * capacity is scarce most of what may be reached one allowed move after the other is not much; over machines that are too full for a while the way is short.
 */
final class PricedStart {

    /** Of what a process costs on average at the start: the temperature to begin with. */
    private static final double HOT = 4;
    /** Of that temperature, at the end. */
    private static final double COLD = 1e-3;
    /** Price of a unit above capacity, times what a unit above a safety limit costs: at the beginning and from {@link #RISEN} on. */
    private static final double CHEAP = 1;
    private static final double DEAR = 1e5;
    /** Part of the time after which the price does not rise any more. */
    private static final double RISEN = 0.8;
    /** Of a hundred moves. */
    private static final int SWAPS = 50;
    /** Of a hundred shifts, those back to where the process was at first: only there what it left behind is no loss. */
    private static final int HOMEWARD = 30;
    private static final int ASK_EVERY = 1_024;

    private final RunningCost running;
    private final ProcessSizes sizes;
    private final Random random;
    private final int processes;
    private final int machines;
    private final double unit;
    private final double hot;
    private double temperature;
    private double price;
    private final int[] best;
    private long bestCost;

    private PricedStart(Instance instance, int[] before, long seed) {
        this.running = new RunningCost(instance, before);
        this.sizes = new ProcessSizes(instance);
        this.random = new Random(seed);
        this.processes = before.length;
        this.machines = instance.machines().length;
        this.unit = Math.max(1, Arrays.stream(instance.resources()).mapToLong(Instance.Resource::loadWeight).max().orElse(1));
        this.hot = HOT * Math.max(1, running.soft()) / Math.max(1, processes);
        this.best = before.clone();
        this.bestCost = running.soft();
    }

    /** What it cools down to, in points of cost. */
    static long cold(long cost, int processes) {
        return Math.max(1, Math.round(HOT * COLD * cost / Math.max(1, processes)));
    }

    /**
     * @param before breaks no hard constraint, and neither does what is found, which costs no more
     * @param cpuSeconds of this thread
     */
    static int[] find(Instance instance, int[] before, double cpuSeconds, long seed) {
        PricedStart start = new PricedStart(instance, before, seed);
        start.anneal(cpuSeconds);
        return start.best;
    }

    private void anneal(double cpuSeconds) {
        double began = Cooling.seconds();
        for (double share = 0; share < 1; share = (Cooling.seconds() - began) / cpuSeconds) {
            temperature = hot * Math.pow(COLD, share);
            price = unit * CHEAP * Math.pow(DEAR / CHEAP, Math.min(1, share / RISEN));
            for (int i = 0; i < ASK_EVERY; i++) {
                if (random.nextInt(100) < SWAPS) {
                    swap(random.nextInt(processes));
                } else {
                    shift(random.nextInt(processes));
                }
            }
        }
    }

    private void shift(int one) {
        int to = random.nextInt(100) < HOMEWARD ? running.home(one) : random.nextInt(machines);
        if (running.mayGo(one, to) && accepted(running.shiftAdds(one, to) + price * running.shiftOver(one, to))) {
            running.place(one, to);
            look();
        }
    }

    private void swap(int one) {
        int other = random.nextBoolean() ? random.nextInt(processes) : sizes.alike(one, random);
        if (running.mayTrade(one, other) && accepted(running.swapAdds(one, other) + price * running.swapOver(one, other))) {
            int here = running.machineOf(one);
            int there = running.machineOf(other);
            running.place(other, here);
            running.place(one, there);
            // One may have needed the other where it was.
            if (running.misplaced() > 0) {
                running.place(other, there);
                running.place(one, here);
            }
            look();
        }
    }

    private boolean accepted(double adds) {
        return adds <= 0 || random.nextDouble() < Math.exp(-adds / temperature);
    }

    private void look() {
        if (running.hard() == 0 && running.soft() < bestCost) {
            bestCost = running.soft();
            running.copyTo(best);
        }
    }
}
