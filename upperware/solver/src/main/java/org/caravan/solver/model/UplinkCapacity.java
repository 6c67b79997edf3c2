package org.caravan.solver.model;

import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Outgoing direction of an uplink that can become a bottleneck.
 *
 * @param index in its tables
 * @param free bit/s not reserved by other applications; upper limit for the traffic of links
 * @param reservable bit/s that copies can reserve; differs from {@code free} only in a partition
 */
public record UplinkCapacity(int index, AccessLink at, long free, long reservable) {

    public UplinkCapacity(int index, AccessLink at, long free) {
        this(index, at, free, free);
    }

    public long over(long load) {
        return PenaltyWeights.rateOver(load, free);
    }

    public long overReserved(long reserved) {
        return PenaltyWeights.rateOver(reserved, reservable);
    }

    @Override
    public String toString() {
        return at + " of " + new BitRate(free) + " free";
    }
}
