package org.caravan.application;

import org.caravan.unit.RequestRate;

/**
 * What one replica of a component can serve, so that planning takes as many as the requests of its users need and knows how long these wait.
 *
 * @param most replicas; as many as the least where their number is fixed
 * @param capacity what one of them can serve, above 0
 */
public record Scaling(int most, RequestRate capacity) {

    public Scaling {
        if (most < 1 || !(capacity.value() > 0)) {
            throw new IllegalArgumentException("no scaling: at most " + most + " of " + capacity);
        }
    }

    /** The least number of replicas of which each is used to less than 100 % at this rate, whatever is allowed; at least 1. */
    public int needed(RequestRate rate) {
        return Queue.replicasNeeded(rate, capacity);
    }
}
