package org.caravan.solver;

import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * The outward side of an access link that could become too narrow.
 *
 * @param index in its tables
 * @param free bit/s that other applications have not reserved, and links may send
 * @param reservable bit/s that copies may reserve; the same but in a partition
 */
record Line(int index, AccessLink at, long free, long reservable) {

    Line(int index, AccessLink at, long free) {
        this(index, at, free, free);
    }

    long over(long load) {
        return HardWeight.rateOver(load, free);
    }

    long overReserved(long reserved) {
        return HardWeight.rateOver(reserved, reservable);
    }

    @Override
    public String toString() {
        return at + " of " + new BitRate(free) + " free";
    }
}
