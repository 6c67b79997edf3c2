package org.caravan.measure.estimate;

import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;

/** Estimates the value of an unmeasured path from the observations that the rule was created with. */
public interface Rule {

    /**
     * A value and its support.
     *
     * @param support of round-trip times: 2 if this pair of sites was measured, else 1; of throughput: number of measured ends, 1 or 2
     */
    record Value(double value, int support) {}

    /** Empty if there are too few measurements. */
    Optional<Value> value(AccessPoint from, AccessPoint to);
}
