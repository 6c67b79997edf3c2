package org.caravan.solver.model;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Service time of one hop of a request path that depends on the host: how much longer the slowest replica of the called component takes
 * than on the fastest host.
 *
 * @param instances replicas of the called component
 * @param beyondMicros by platform: microseconds in addition to the fastest platform, at least 0
 */
public record ServiceLeg(List<PlacedInstance> instances, long[] beyondMicros) {

    /** Identity: request paths are compared often. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** In microseconds; 0 if no replica is placed. @param platforms by instance; {@link Position#NONE} if it is not placed */
    public long micros(IntUnaryOperator platforms) {
        long slowest = 0;
        for (PlacedInstance instance : instances) {
            int platform = platforms.applyAsInt(instance.index());
            slowest = platform == Position.NONE ? slowest : Math.max(slowest, beyondMicros[platform]);
        }
        return slowest;
    }
}
