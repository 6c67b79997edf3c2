package org.caravan.bench.reassignment;

import java.util.Arrays;

/** The cost of an assignment that changes process by process; each change costs only what it touches. */
final class RunningCost {

    private final Instance instance;
    private final int[] before;
    private final int[] machineOf;
    private final int[] serviceOf;
    private final long[] moveCost;
    private final MachineLoads loads;
    private final ServicePlaces places;
    private final Residency residency;
    private final MovedServices moved;
    private long hopeless = Long.MAX_VALUE;
    private long over;
    private long onMachines;
    private long onMoves;

    RunningCost(Instance instance, int[] before) {
        this.instance = instance;
        this.before = before;
        this.machineOf = before.clone();
        this.serviceOf = Arrays.stream(instance.processes()).mapToInt(Instance.Process::service).toArray();
        this.moveCost = Arrays.stream(instance.processes()).mapToLong(Instance.Process::moveCost).toArray();
        this.loads = new MachineLoads(instance);
        this.places = new ServicePlaces(instance);
        this.residency = new Residency(instance.machines().length, before.length);
        this.moved = new MovedServices(instance.services().length, before.length);
        for (int m = 0; m < instance.machines().length; m++) {
            onMachines += loads.cost(m);
        }
        for (int p = 0; p < before.length; p++) {
            arrive(p, before[p], false);
            onMoves += moveCost(p, before[p]);
        }
    }

    /** To a machine; what it cost where it was is taken back. */
    void place(int process, int machine) {
        int from = machineOf[process];
        if (from == machine) {
            return;
        }
        leave(process, from);
        machineOf[process] = machine;
        arrive(process, machine, true);
        boolean was = from != before[process];
        boolean is = machine != before[process];
        if (was != is) {
            moved.count(serviceOf[process], is ? 1 : -1);
        }
        onMoves += moveCost(process, machine) - moveCost(process, from);
    }

    private void leave(int process, int machine) {
        over -= loads.over(machine);
        onMachines -= loads.cost(machine);
        loads.count(process, machine, -1, machine == before[process]);
        over += loads.over(machine);
        onMachines += loads.cost(machine);
        places.leave(serviceOf[process], machine);
        residency.leave(process, machine);
    }

    /** @param back whether it may be one that has left */
    private void arrive(int process, int machine, boolean back) {
        over -= loads.over(machine);
        onMachines -= loads.cost(machine);
        loads.count(process, machine, 1, back && machine == before[process]);
        over += loads.over(machine);
        onMachines += loads.cost(machine);
        places.enter(serviceOf[process], machine);
        residency.enter(process, machine);
    }

    private long moveCost(int process, int machine) {
        long there = instance.machines()[before[process]].moveCost()[machine] * instance.machineWeight();
        return machine == before[process] ? there : there + moveCost[process] * instance.processWeight();
    }

    /** 0 where every hard constraint is kept. */
    long hard() {
        return over + places.broken();
    }

    long soft() {
        return onMachines + onMoves + instance.serviceWeight() * moved.most();
    }

    /** What a move may add that is still worth trying; a search that cools says less and less. */
    long hopeless() {
        return hopeless;
    }

    void hopeless(long points) {
        this.hopeless = points;
    }

    int machineOf(int process) {
        return machineOf[process];
    }

    int[] machines() {
        return machineOf.clone();
    }

    Residency residency() {
        return residency;
    }

    boolean mayShift(int process, int to) {
        int from = machineOf[process];
        return from != to && loads.fits(to, process, to == before[process], -1, false) && places.may(serviceOf[process], from, to);
    }

    /** Dependencies are left to the score. Two of one service are in each other's way nowhere. */
    boolean maySwap(int one, int other) {
        int here = machineOf[one];
        int there = machineOf[other];
        return here != there
                && loads.fits(there, one, there == before[one], other, there == before[other])
                && loads.fits(here, other, here == before[other], one, here == before[one])
                && (serviceOf[one] == serviceOf[other]
                        || places.mayNearby(serviceOf[one], here, there) && places.mayNearby(serviceOf[other], there, here));
    }

    /** Whether it breaks nothing by going there, but for room and dependencies. */
    boolean mayEnter(int process, int to) {
        return machineOf[process] != to && places.mayNearby(serviceOf[process], machineOf[process], to);
    }

    /** Units above the capacity of a machine, all resources together. */
    long over(int machine) {
        return loads.over(machine);
    }

    /** What a shift adds, but for the moves of its service. */
    long shiftAdds(int process, int to) {
        int from = machineOf[process];
        return loads.costWith(to, process, -1) - loads.cost(to) + loads.costWith(from, -1, process) - loads.cost(from)
                + moveCost(process, to) - moveCost(process, from);
    }

    /** What a swap adds, but for the moves of the services. */
    long swapAdds(int one, int other) {
        int here = machineOf[one];
        int there = machineOf[other];
        return loads.costWith(there, one, other) - loads.cost(there) + loads.costWith(here, other, one) - loads.cost(here)
                + moveCost(one, there) - moveCost(one, here) + moveCost(other, here) - moveCost(other, there);
    }
}
