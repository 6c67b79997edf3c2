package org.caravan.solver;

import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * The outward side of an access link that could become too narrow.
 *
 * @param index in its tables
 * @param free bit/s that other applications have not reserved
 */
record Line(int index, AccessLink at, long free) {

    long over(long used) {
        return HardWeight.rateOver(used, free);
    }

    @Override
    public String toString() {
        return at + " of " + new BitRate(free) + " free";
    }
}
