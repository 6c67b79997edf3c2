package org.caravan.bench.reassignment;

import java.util.Arrays;

/**
 * An assignment in which all constraints are kept but room, which has a price. The cost of a change is computed before it is made, and only
 * up to a limit: most changes that are looked at are not made.
 */
final class PricedAssignment {

    private final Instance instance;
    private final int[] before;
    private final int[] machineOf;
    private final int[] serviceOf;
    private final int[][] siblingsOf;
    private final PricedLoads loads;
    private final RunningBalance balance;
    private final ServicePlaces places;
    private final MovedServices moved;
    /** By process, what its moves cost where it is. */
    private final long[] paid;
    private final double[] relief;
    /** The version of its machine that {@link #relief} is of. */
    private final int[] reliefOf;
    private long onMoves;

    /** @param start breaks no hard constraint */
    PricedAssignment(Instance instance, int[] before, int[] start) {
        this.instance = instance;
        this.before = before;
        this.machineOf = before.clone();
        this.serviceOf = Arrays.stream(instance.processes()).mapToInt(Instance.Process::service).toArray();
        this.siblingsOf = instance.siblings();
        this.loads = new PricedLoads(instance, before);
        this.balance = new RunningBalance(instance, before);
        this.places = new ServicePlaces(instance);
        this.moved = new MovedServices(instance.services().length, before.length);
        this.paid = new long[before.length];
        this.relief = new double[before.length];
        this.reliefOf = new int[before.length];
        for (int p = 0; p < before.length; p++) {
            places.enter(serviceOf[p], before[p]);
            paid[p] = moveCost(p, before[p]);
            onMoves += paid[p];
        }
        for (int p = 0; p < before.length; p++) {
            if (start[p] != before[p]) {
                place(p, start[p]);
            }
        }
    }

    /** All processes of its service, itself included. */
    int[] siblings(int process) {
        return siblingsOf[process];
    }

    int machineOf(int process) {
        return machineOf[process];
    }

    int home(int process) {
        return before[process];
    }

    PricedLoads loads() {
        return loads;
    }

    /** Without prices. */
    long cost() {
        return loads.total() + balance.total() + onMoves + instance.serviceWeight() * moved.most();
    }

    /** With prices. */
    double charged() {
        return cost() + loads.charged();
    }

    /** Whether all that is not kept at every step is kept now: room. */
    boolean allowed() {
        return loads.roomForAll();
    }

    void copyTo(int[] machines) {
        System.arraycopy(machineOf, 0, machines, 0, machineOf.length);
    }

    boolean mayShift(int process, int to) {
        return machineOf[process] != to && places.may(serviceOf[process], machineOf[process], to);
    }

    /** What a shift adds, but for the moves of its service; where it adds more than the limit, {@link PricedLoads#TOO_MUCH}. */
    double shiftAdds(int process, int to, double limit) {
        int from = machineOf[process];
        double least = relief(process) - paid[process] - balance.cost(from) - balance.cost(to);
        double sum = loads.adds(to, process, loads.nobody(), least, limit);
        return sum == PricedLoads.TOO_MUCH ? sum
                : sum + moveCost(process, to) + balance.costWith(to, process, -1) + balance.costWith(from, -1, process);
    }

    /** Whether two may change places, but for what one needs of the other, which is seen only afterwards. Two of one service always may. */
    boolean maySwap(int one, int other) {
        int here = machineOf[one];
        int there = machineOf[other];
        return here != there && (serviceOf[one] == serviceOf[other]
                || places.mayNearby(serviceOf[one], here, there) && places.mayNearby(serviceOf[other], there, here));
    }

    /** As of {@link #shiftAdds}. */
    double swapAdds(int one, int other, double limit) {
        int here = machineOf[one];
        int there = machineOf[other];
        double least = relief(one) + relief(other) - paid[one] - paid[other] - balance.cost(here) - balance.cost(there);
        double far = loads.adds(there, one, other, least, limit);
        double sum = far == PricedLoads.TOO_MUCH ? far : loads.adds(here, other, one, far, limit);
        return sum == PricedLoads.TOO_MUCH ? sum
                : sum + moveCost(one, there) + moveCost(other, here) + balance.costWith(there, one, other)
                + balance.costWith(here, other, one);
    }

    /** Of a process where it is; kept as long as nothing changes there. */
    private double relief(int process) {
        int machine = machineOf[process];
        if (reliefOf[process] != loads.version(machine)) {
            reliefOf[process] = loads.version(machine);
            relief[process] = loads.relief(machine, process);
        }
        return relief[process];
    }

    void shift(int process, int to) {
        place(process, to);
    }

    /** @return whether it was made; not where one needs the other where it was */
    boolean swap(int one, int other) {
        int here = machineOf[one];
        int there = machineOf[other];
        place(other, here);
        place(one, there);
        if (places.broken() > 0) {
            place(other, there);
            place(one, here);
            return false;
        }
        return true;
    }

    private void place(int process, int to) {
        int from = machineOf[process];
        loads.move(process, from, to);
        balance.move(process, from, to);
        places.leave(serviceOf[process], from);
        places.enter(serviceOf[process], to);
        machineOf[process] = to;
        boolean was = from != before[process];
        boolean is = to != before[process];
        if (was != is) {
            moved.count(serviceOf[process], is ? 1 : -1);
        }
        onMoves -= paid[process];
        paid[process] = moveCost(process, to);
        onMoves += paid[process];
        reliefOf[process] = 0;
    }

    private long moveCost(int process, int machine) {
        long there = instance.machines()[before[process]].moveCost()[machine] * instance.machineWeight();
        return machine == before[process] ? there : there + instance.processes()[process].moveCost() * instance.processWeight();
    }
}
