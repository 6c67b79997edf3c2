package org.caravan.solver.model;

import java.util.Arrays;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;

/**
 * Instance to be placed, with all properties that depend only on it and one host.
 *
 * @param demand shared by instances of one requirement class
 * @param positions indices of feasible hosts, ascending: the hosts of its class, reduced if data must stay in place
 * @param placed whether the current target contains it
 * @param now current host; -1 if there is none or if it was not observed
 * @param keepsCopy whether the current copy can be kept unchanged
 * @param moveCents soft cost of leaving the current host
 */
public record PlacedInstance(
        int index,
        InstanceId id,
        Component component,
        Demand demand,
        int[] positions,
        boolean placed,
        int now,
        boolean keepsCopy,
        long moveCents) {

    public PlacedInstance withPositions(int[] fewer) {
        return new PlacedInstance(index, id, component, demand, fewer, placed, now, keepsCopy, moveCents);
    }

    public boolean isNow(int position) {
        return now == position;
    }

    public long cpu(Position position) {
        return demand.cpu()[position.platform()];
    }

    public long memory(Position position) {
        return demand.memory()[position.platform()];
    }

    public long disk(Position position) {
        return demand.disk()[position.platform()];
    }

    public long gpus(Position position) {
        return demand.gpus()[position.platform()];
    }

    /** Fraction of the host's free CPU; 0 if the host has none. */
    public double cpuShare(Position position) {
        return share(cpu(position), position.cpuFree());
    }

    public double memoryShare(Position position) {
        return share(memory(position), position.memoryFree());
    }

    public double diskShare(Position position) {
        return share(disk(position), position.terms().diskFree());
    }

    private static double share(long used, long free) {
        return free <= 0 ? 0 : (double) used / free;
    }

    /** Power of its share of the host's CPU, in points. */
    public long power(Position position) {
        return Math.round(position.terms().perMilliCore() * cpu(position));
    }

    /** Start-up delay of a copy on the host, in points. */
    public long startup(Position position) {
        return demand.startup()[position.platform()];
    }

    /** Its share of the service time in latency goals on the host, in points. */
    public long service(Position position) {
        return demand.service()[position.platform()];
    }

    public int formRank(Position position) {
        return demand.formRank()[position.platform()];
    }

    public boolean supported(Position position) {
        return demand.supported()[position.platform()];
    }

    /** Whether the host is at an allowed site in an allowed country. */
    public boolean allowed(Position position) {
        return demand.allowed()[position.site()];
    }

    /** Whether the host has the required controls and may store the component's data. */
    public boolean guarded(Position position) {
        return demand.guarding().at(position.platform());
    }

    /** False if the instance would leave the host that stores its data. */
    public boolean keepsData(Position position) {
        // Ordered by memory locality: the component is accessed last.
        return !placed || now == position.index() || !component.stateful();
    }

    /** False only on the current host if the current copy can be kept unchanged. */
    public boolean needsSlot(Position position) {
        return !keepsCopy || now != position.index();
    }

    public long moveCents(Position position) {
        return placed && now != position.index() ? moveCents : 0;
    }

    /** Number of violated constraints that depend only on this instance and the host. */
    public int brokenAt(Position position) {
        return (supported(position) ? 0 : 1) + (allowed(position) ? 0 : 1) + (keepsData(position) ? 0 : 1) + (guarded(position) ? 0 : 1);
    }

    /** Maximum memory demand over all platforms, used before the instance is placed. */
    public long mostMemory() {
        return Arrays.stream(demand.memory()).max().orElse(0);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
