package org.caravan.solver.model;

import java.util.Optional;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Outgoing direction of an uplink that can become a bottleneck, or of a path that responses take to a caller.
 *
 * @param index in its tables
 * @param at the uplink, or that of the called end of the path
 * @param path from caller to called copy; empty for an uplink. A path has only reservations: each link's traffic is compared by itself
 * @param free bit/s not reserved by other applications; upper limit for the traffic of links
 * @param reservable bit/s that copies can reserve; differs from {@code free} only in a partition
 */
public record UplinkCapacity(int index, AccessLink at, Optional<PathId> path, long free, long reservable) {

    public UplinkCapacity(int index, AccessLink at, long free) {
        this(index, at, Optional.empty(), free, free);
    }

    /** The same with other limits, in bit/s. */
    public UplinkCapacity narrowed(long load, long reservations) {
        return new UplinkCapacity(index, at, path, load, reservations);
    }

    public long over(long load) {
        return PenaltyWeights.rateOver(load, free);
    }

    public long overReserved(long reserved) {
        return PenaltyWeights.rateOver(reserved, reservable);
    }

    @Override
    public String toString() {
        return path.map(PathId::toString).orElseGet(at::toString) + " of " + new BitRate(free) + " free";
    }
}
