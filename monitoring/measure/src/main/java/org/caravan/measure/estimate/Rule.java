package org.caravan.measure.estimate;

import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;

/** Says what a path has that was not measured, from what it was made of. */
public interface Rule {

    /**
     * A value and what it rests on.
     *
     * @param support 2: of both ends and of this pair of sites something was measured; 1: of both ends; of throughput also of one
     */
    record Value(double value, int support) {}

    /** Empty where too little was measured. */
    Optional<Value> value(AccessPoint from, AccessPoint to);
}
