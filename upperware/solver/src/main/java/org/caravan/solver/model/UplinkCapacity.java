package org.caravan.solver.model;

import java.util.Optional;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Outgoing direction of an uplink that can become a bottleneck, a path that responses take to a caller, or the inbound direction of the
 * caller's access link.
 *
 * @param index in its tables
 * @param at the access link, or that of the called end of the path
 * @param path from caller to called copy; empty for an access link. A path has only reservations: each link's traffic is compared by itself
 * @param inbound whether responses arrive there; the inbound direction has only reservations
 * @param free bit/s not reserved by other applications; upper limit for the traffic of links
 * @param reservable bit/s that copies can reserve; differs from {@code free} only in a partition
 */
public record UplinkCapacity(int index, AccessLink at, Optional<PathId> path, boolean inbound, long free, long reservable) {

    public UplinkCapacity(int index, AccessLink at, long free) {
        this(index, at, Optional.empty(), false, free, free);
    }

    static UplinkCapacity of(int index, PathId path, long free) {
        return new UplinkCapacity(index, AccessLink.of(path.to()), Optional.of(path), false, free, free);
    }

    static UplinkCapacity inbound(int index, AccessLink at, long free) {
        return new UplinkCapacity(index, at, Optional.empty(), true, free, free);
    }

    /** The same with other limits, in bit/s. */
    public UplinkCapacity narrowed(long load, long reservations) {
        return new UplinkCapacity(index, at, path, inbound, load, reservations);
    }

    public long over(long load) {
        return PenaltyWeights.rateOver(load, free);
    }

    public long overReserved(long reserved) {
        return PenaltyWeights.rateOver(reserved, reservable);
    }

    @Override
    public String toString() {
        return path.map(PathId::toString).orElseGet(at::toString) + (inbound ? " inbound" : "") + " of " + new BitRate(free) + " free";
    }
}
