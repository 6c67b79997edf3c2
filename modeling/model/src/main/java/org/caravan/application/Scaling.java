package org.caravan.application;

import org.caravan.unit.RequestRate;

/**
 * Capacity of one replica. Planning uses it to choose the number of replicas for the request rate and to compute waiting times.
 *
 * @param most maximum number of replicas; equal to the minimum if the number is fixed
 * @param capacity request rate that one replica can serve, above 0
 */
public record Scaling(int most, RequestRate capacity) {

    public Scaling {
        if (most < 1 || !(capacity.value() > 0)) {
            throw new IllegalArgumentException("no scaling: at most " + most + " of " + capacity);
        }
    }

    /** Least number of replicas at which each replica is used to less than 100 % at this rate, regardless of the limits; at least 1. */
    public int needed(RequestRate rate) {
        return Queue.replicasNeeded(rate, capacity);
    }
}
