package org.caravan.application;

import org.caravan.unit.RequestRate;

/**
 * A component of which planning takes as many replicas as the requests of its users need.
 *
 * @param most replicas
 * @param capacity what one of them can serve, above 0
 */
public record Scaling(int most, RequestRate capacity) {

    public Scaling {
        if (most < 1 || !(capacity.value() > 0)) {
            throw new IllegalArgumentException("no scaling: at most " + most + " of " + capacity);
        }
    }

    /** How many carry the rate, whatever is allowed; at least 1. */
    public int needed(RequestRate rate) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.ceil(rate.value() / capacity.value() - 1e-9)));
    }
}
