package org.caravan.bench.reassignment;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Annealing in which room on machines is no obligation but has prices, one for each machine and resource, that rise where room is short and
 * fall where it is not. Where capacity is scarce most of what may be reached one allowed move after the other is not much; over machines
 * that are too full for a while the way is short.
 */
final class PricedAnnealing {

    /**
     * Of what an average process costs above all safety limits, the temperature at the beginning: less freezes big ones where they happen
     * to be.
     */
    private static final double HOT = 0.3;
    /** Of what a process costs on average that could be avoided where the search stands, the temperature at the end. */
    private static final double COLD = 0.05;
    /**
     * Part of all machines' resources that are short on average: at the beginning, and when {@link #SETTLED}; from then on prices only
     * rise.
     */
    private static final double OFTEN = 0.1;
    private static final double SELDOM = 1e-3;
    private static final double SETTLED = 0.8;
    /**
     * How often prices follow in the whole time, and how fast: the logarithm of what one would be multiplied by that rises all the time.
     */
    private static final int STEPS = 2_000;
    private static final double RATE = 150;
    /** Moves of one process that are tried in a row, until one is made: its gain from leaving is computed once. */
    private static final int TRIES = 8;
    /** Of a hundred moves. */
    private static final int SWAPS = 50;
    /** Of a hundred shifts, those back to where the process was at first: only there what it left behind is no loss. */
    private static final int HOMEWARD = 30;
    /** Of a hundred swaps, those within a service: where it has to be at many locations most of its processes have no other way. */
    private static final int SIBLINGS = 5;
    private static final int ASK_EVERY = 128;

    private final PricedAssignment assignment;
    private final ProcessSizes sizes;
    private final SplittableRandom random;
    private final Random near;
    private final int processes;
    private final int machines;
    private final long least;
    private final double hot;
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
        this.hot = Math.max(HOT * size(instance), avoidable(bestCost));
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

    /** What load of a process costs on average where it is all above safety limits. */
    private static double size(Instance instance) {
        double sum = 0;
        for (Instance.Process process : instance.processes()) {
            for (int r = 0; r < instance.resources().length; r++) {
                sum += (double) instance.resources()[r].loadWeight() * process.needs()[r];
            }
        }
        return Math.max(1, sum / Math.max(1, instance.processes().length));
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
     * @param start breaks no hard constraint, and neither does what is found, which costs no more
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
        int priced = 0;
        for (double share = 0; share < 1; share = (Cooling.seconds() - began) / cpuSeconds) {
            temperature = hot * Math.pow(COLD * avoidable(Math.min(bestCost, assignment.cost())) / hot, share);
            if (share * STEPS >= priced) {
                priced++;
                reprice(share);
            }
            for (int i = 0; i < ASK_EVERY; i++) {
                visit(random.nextInt(processes));
            }
        }
    }

    /** By the share of the time and not by moves, so that prices get as far on a large instance as on a small one. */
    private void reprice(double share) {
        double lacking = share > SETTLED ? 0 : OFTEN * Math.pow(SELDOM / OFTEN, share / SETTLED);
        assignment.loads().reprice(Math.exp(RATE / STEPS * (1 - lacking)), Math.exp(-RATE / STEPS * lacking));
    }

    private void visit(int one) {
        for (int tried = 0; tried < TRIES; tried++) {
            if (random.nextInt(100) < SWAPS ? swap(one) : shift(one)) {
                look();
                return;
            }
        }
    }

    /** Loads are asked before services: they refuse more, and are nearer in memory. */
    private boolean shift(int one) {
        int to = random.nextInt(100) < HOMEWARD ? assignment.home(one) : random.nextInt(machines);
        double accepted = accepted();
        if (assignment.machineOf(one) == to || assignment.shiftAdds(one, to, accepted) > accepted || !assignment.mayShift(one, to)) {
            return false;
        }
        assignment.shift(one, to);
        return true;
    }

    private boolean swap(int one) {
        int other = partner(one, random.nextInt(100));
        double accepted = accepted();
        return assignment.machineOf(one) != assignment.machineOf(other)
                && assignment.swapAdds(one, other, accepted) <= accepted
                && assignment.maySwap(one, other)
                && assignment.swap(one, other);
    }

    /** One of its service, or of about the same size every other time: that is likelier to find room. */
    private int partner(int one, int kind) {
        if (kind < SIBLINGS) {
            int[] siblings = assignment.siblings(one);
            return siblings[random.nextInt(siblings.length)];
        }
        return kind < (100 + SIBLINGS) / 2 ? random.nextInt(processes) : sizes.alike(one, near);
    }

    /** Maximum increase accepted for the next move; drawn before the move is evaluated, so that the evaluation can end early. */
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
