package org.caravan.solver.model;

import java.util.Arrays;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;

/**
 * Instance to be placed, with all properties that depend only on it and one host.
 *
 * @param demand shared by instances of one requirement class
 * @param seats indices of feasible hosts, ascending: the hosts of its class, reduced if data must stay in place
 * @param placed whether the current target contains it
 * @param now current host; -1 if there is none or if it was not observed
 * @param keepsCopy whether the current copy can be kept unchanged
 * @param moveCents soft cost of leaving the current host
 */
public record PlacedInstance(
        int index,
        InstanceId instance,
        Component component,
        Demand demand,
        int[] seats,
        boolean placed,
        int now,
        boolean keepsCopy,
        long moveCents) {

    public PlacedInstance withSeats(int[] fewer) {
        return new PlacedInstance(index, instance, component, demand, fewer, placed, now, keepsCopy, moveCents);
    }

    public boolean isNow(int seat) {
        return now == seat;
    }

    public long cpu(Position seat) {
        return demand.cpu()[seat.platform()];
    }

    public long memory(Position seat) {
        return demand.memory()[seat.platform()];
    }

    public long disk(Position seat) {
        return demand.disk()[seat.platform()];
    }

    /** Fraction of the host's free CPU; 0 if the host has none. */
    public double cpuShare(Position seat) {
        return share(cpu(seat), seat.cpuFree());
    }

    public double memoryShare(Position seat) {
        return share(memory(seat), seat.memoryFree());
    }

    public double diskShare(Position seat) {
        return share(disk(seat), seat.terms().diskFree());
    }

    private static double share(long used, long free) {
        return free <= 0 ? 0 : (double) used / free;
    }

    /** Power of its share of the host's CPU, in points. */
    public long power(Position seat) {
        return Math.round(seat.terms().perMilliCore() * cpu(seat));
    }

    /** Start-up delay of a copy on the host, in points. */
    public long startup(Position seat) {
        return demand.startup()[seat.platform()];
    }

    public int formRank(Position seat) {
        return demand.formRank()[seat.platform()];
    }

    public boolean supported(Position seat) {
        return demand.supported()[seat.platform()];
    }

    /** Whether the host is at an allowed site in an allowed country. */
    public boolean allowed(Position seat) {
        return demand.allowed()[seat.site()];
    }

    /** Whether the host has the required controls and may store the component's data. */
    public boolean guarded(Position seat) {
        return demand.guarding().at(seat.platform());
    }

    /** False if the instance would leave the host that stores its data. */
    public boolean keepsData(Position seat) {
        // Ordered by memory locality: the component is accessed last.
        return !placed || now == seat.index() || !component.stateful();
    }

    /** False only on the current host if the current copy can be kept unchanged. */
    public boolean needsSlot(Position seat) {
        return !keepsCopy || now != seat.index();
    }

    public long moveCents(Position seat) {
        return placed && now != seat.index() ? moveCents : 0;
    }

    /** Number of violated constraints that depend only on this instance and the host. */
    public int brokenAt(Position seat) {
        return (supported(seat) ? 0 : 1) + (allowed(seat) ? 0 : 1) + (keepsData(seat) ? 0 : 1) + (guarded(seat) ? 0 : 1);
    }

    /** Maximum memory demand over all platforms, used before the instance is placed. */
    public long mostMemory() {
        return Arrays.stream(demand.memory()).max().orElse(0);
    }

    @Override
    public String toString() {
        return instance.toString();
    }
}
