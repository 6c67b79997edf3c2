package org.caravan.solver;

import java.util.Arrays;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;

/**
 * An instance to be placed, with all that depends on it and one host only.
 *
 * @param demand shared between tenants of one requirement class
 * @param seats it may be given, ascending; those of its class, but for data that stays where it is
 * @param placed whether it is anywhere by the current target
 * @param now seat it has by the current target; -1 where it has none, or one out of sight
 * @param keepsCopy whether the copy it has now can be kept as it is
 * @param moveCents soft cost of not staying where it is
 */
record Tenant(
        int index,
        InstanceId instance,
        Component component,
        Demand demand,
        int[] seats,
        boolean placed,
        int now,
        boolean keepsCopy,
        long moveCents) {

    Tenant withSeats(int[] fewer) {
        return new Tenant(index, instance, component, demand, fewer, placed, now, keepsCopy, moveCents);
    }

    boolean isNow(int seat) {
        return now == seat;
    }

    long cpu(Seat seat) {
        return demand.cpu()[seat.platform()];
    }

    long memory(Seat seat) {
        return demand.memory()[seat.platform()];
    }

    long disk(Seat seat) {
        return demand.disk()[seat.platform()];
    }

    /** Part of what the host has free of its processor; 0 where it has none. */
    double cpuShare(Seat seat) {
        return share(cpu(seat), seat.cpuFree());
    }

    double memoryShare(Seat seat) {
        return share(memory(seat), seat.memoryFree());
    }

    double diskShare(Seat seat) {
        return share(disk(seat), seat.terms().diskFree());
    }

    private static double share(long used, long free) {
        return free <= 0 ? 0 : (double) used / free;
    }

    /** Points of the power that its share of the processor takes there. */
    long power(Seat seat) {
        return Math.round(seat.terms().perMilliCore() * cpu(seat));
    }

    /** Points of how late a copy of it would come there. */
    long startup(Seat seat) {
        return demand.startup()[seat.platform()];
    }

    int formRank(Seat seat) {
        return demand.formRank()[seat.platform()];
    }

    boolean supported(Seat seat) {
        return demand.supported()[seat.platform()];
    }

    /** Whether the seat is at an allowed site, in an allowed country. */
    boolean allowed(Seat seat) {
        return demand.allowed()[seat.site()];
    }

    /** Whether hosts there have the controls and may hold the data that the component asks for. */
    boolean guarded(Seat seat) {
        return demand.guarding().at(seat.platform());
    }

    /** False where it would leave the host that holds its data. */
    boolean keepsData(Seat seat) {
        // What is read last is farthest away in memory.
        return !placed || now == seat.index() || !component.stateful();
    }

    /** False only where its present copy can be kept as it is. */
    boolean needsSlot(Seat seat) {
        return !keepsCopy || now != seat.index();
    }

    long moveCents(Seat seat) {
        return placed && now != seat.index() ? moveCents : 0;
    }

    /** How many obligations that concern this tenant and one host alone are broken there. */
    int brokenAt(Seat seat) {
        return (supported(seat) ? 0 : 1) + (allowed(seat) ? 0 : 1) + (keepsData(seat) ? 0 : 1) + (guarded(seat) ? 0 : 1);
    }

    /** Of all platforms: what to reckon with before it has a seat. */
    long mostMemory() {
        return Arrays.stream(demand.memory()).max().orElse(0);
    }

    @Override
    public String toString() {
        return instance.toString();
    }
}
