package org.caravan.solver.reassignment;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Annealing in which room on machines is no obligation but has prices, one for each machine and resource, that rise where room is short and fall where it is not.
 * Where capacity is scarce most of what may be reached one allowed move after the other is not much; over machines that are too full for a while the way is short.
 */
final class PricedAnnealing {

    /** Of what a process costs on average that could be avoided, where the search stands: the temperature at the beginning and at the end. */
    private static final double HOT = 0.75;
    private static final double COLD = 0.02;
    /** Part of all machines' resources that are short on average: at the beginning, and when {@link #SETTLED}; from then on prices only rise. */
    private static final double OFTEN = 0.05;
    private static final double SELDOM = 1e-3;
    private static final double SETTLED = 0.8;
    /** How fast prices follow: the logarithm of what one is multiplied by while as many moves are looked at as there are processes. */
    private static final double RATE = 0.02;
    /** Of a hundred moves. */
    private static final int SWAPS = 50;
    /** Of a hundred shifts, those back to where the process was at first: only there what it left behind is no loss. */
    private static final int HOMEWARD = 30;
    /** Of a hundred swaps, those within a service: where it has to be at many locations most of its processes have no other way. */
    private static final int SIBLINGS = 5;
    private static final int LEAST_SWEEP = 1_024;

    private final PricedAssignment assignment;
    private final ProcessSizes sizes;
    private final SplittableRandom random;
    private final Random near;
    private final int processes;
    private final int machines;
    private final long least;
    private final int[] best;
    private long bestCost;
    private double temperature;

    private PricedAnnealing(Instance instance, int[] before, int[] start, long seed) {
        this.assignment = new PricedAssignment(instance, before, start);
        this.sizes = new ProcessSizes(instance);
        this.random = new SplittableRandom(seed);
        this.near = new Random(seed);
        this.processes = before.length;
        this.machines = instance.machines().length;
        this.least = least(instance);
        this.best = start.clone();
        this.bestCost = assignment.cost();
    }

    /**
     * The temperature to end with, in points of cost.
     *
     * @param cost of what was found so far
     */
    static double cold(Instance instance, long cost) {
        return COLD * avoidable(cost, least(instance), instance.processes().length);
    }

    /** Part of a cost that the load of no assignment must have, by process. */
    private double avoidable(long cost) {
        return avoidable(cost, least, processes);
    }

    private static double avoidable(long cost, long least, int processes) {
        return Math.max(1, (double) (cost - least) / Math.max(1, processes));
    }

    /** What load costs at least, wherever processes are. */
    private static long least(Instance instance) {
        long least = 0;
        for (int r = 0; r < instance.resources().length; r++) {
            int resource = r;
            long needed = Arrays.stream(instance.processes()).mapToLong(process -> process.needs()[resource]).sum();
            long safe = Arrays.stream(instance.machines()).mapToLong(machine -> machine.safety()[resource]).sum();
            least += instance.resources()[r].loadWeight() * Math.max(0, needed - safe);
        }
        return least;
    }

    /**
     * @param before where processes were at first
     * @param start breaks no hard constraint, and neither does what is found, which costs no more; the less it costs the less hot it begins
     * @param cpuSeconds of this thread
     */
    static int[] find(Instance instance, int[] before, int[] start, double cpuSeconds, long seed) {
        PricedAnnealing annealing = new PricedAnnealing(instance, before, start, seed);
        annealing.anneal(cpuSeconds);
        return annealing.best;
    }

    /** How cold it is to become follows what it reaches: a poor start says little of where it ends. */
    private void anneal(double cpuSeconds) {
        double began = Cooling.seconds();
        double hot = HOT * avoidable(bestCost);
        int sweep = Math.max(LEAST_SWEEP, processes);
        for (double share = 0; share < 1; share = (Cooling.seconds() - began) / cpuSeconds) {
            temperature = hot * Math.pow(COLD * avoidable(Math.min(bestCost, assignment.cost())) / hot, share);
            double lacking = share > SETTLED ? 0 : OFTEN * Math.pow(SELDOM / OFTEN, share / SETTLED);
            assignment.loads().reprice(Math.exp(RATE * (1 - lacking)), Math.exp(-RATE * lacking));
            for (int i = 0; i < sweep; i++) {
                if (random.nextInt(100) < SWAPS) {
                    swap(random.nextInt(processes));
                } else {
                    shift(random.nextInt(processes));
                }
            }
        }
    }

    private void shift(int one) {
        int to = random.nextInt(100) < HOMEWARD ? assignment.home(one) : random.nextInt(machines);
        if (assignment.mayShift(one, to)) {
            double accepted = accepted();
            if (assignment.shiftAdds(one, to, accepted) <= accepted) {
                assignment.shift(one, to);
                look();
            }
        }
    }

    private void swap(int one) {
        int other = partner(one, random.nextInt(100));
        if (assignment.maySwap(one, other)) {
            double accepted = accepted();
            if (assignment.swapAdds(one, other, accepted) <= accepted && assignment.swap(one, other)) {
                look();
            }
        }
    }

    /** One of its service, or of about the same size every other time: that is likelier to find room. */
    private int partner(int one, int kind) {
        if (kind < SIBLINGS) {
            int[] siblings = assignment.siblings(one);
            return siblings[random.nextInt(siblings.length)];
        }
        return kind < (100 + SIBLINGS) / 2 ? random.nextInt(processes) : sizes.alike(one, near);
    }

    /** What a move may add this time: drawn before it is reckoned, so that reckoning may end early. */
    private double accepted() {
        return -temperature * Math.log(1 - random.nextDouble());
    }

    private void look() {
        if (assignment.allowed() && assignment.cost() < bestCost) {
            bestCost = assignment.cost();
            assignment.copyTo(best);
        }
    }
}
