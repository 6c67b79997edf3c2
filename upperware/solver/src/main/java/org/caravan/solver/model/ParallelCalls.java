package org.caravan.solver.model;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.caravan.application.CallGraph;

/**
 * Calls of a request path of which some are made at the same time. Its latency is no sum over its hops.
 *
 * @param tail percentile; empty for the mean
 * @param fixedMicros by hop: queueing delay and service time on the fastest host
 * @param legs by hop: index of its leg
 * @param service by hop: service time beyond that on the fastest host
 * @param least least shares by hop
 * @param leastMicros part of the latency that does not depend on the placement: the least shares of {@code fixedMicros}
 */
public record ParallelCalls(CallGraph graph, Optional<Double> tail, long[] fixedMicros, int[] legs, List<Optional<ServiceLeg>> service,
        long leastMicros, double[] least) {

    /** Sum with the least shares. */
    static long leastMicros(double[] least, long[] fixedMicros) {
        double sum = 0;
        for (int hop = 0; hop < least.length; hop++) {
            sum += least[hop] * fixedMicros[hop];
        }
        return (long) Math.floor(sum);
    }

    /**
     * Latency beyond {@code leastMicros}, in microseconds.
     *
     * @param ofLeg slowest pair of a leg
     * @param platforms by instance; {@link Position#NONE} if it is not placed
     */
    public long micros(IntToLongFunction ofLeg, IntUnaryOperator platforms) {
        double[] times = times(ofLeg, platforms);
        double[] shares = tail.isPresent() ? graph.ofPercentile(tail.get(), times) : graph.ofMean(times);
        return Math.max(0, Math.round(CallGraph.latency(shares, times)) - leastMicros);
    }

    /** The same with the least shares, which is at most as much: the part of it that is a sum over hops. */
    public long linearMicros(IntToLongFunction ofLeg, IntUnaryOperator platforms) {
        return Math.round(CallGraph.latency(least, times(ofLeg, platforms))) - leastMicros;
    }

    private double[] times(IntToLongFunction ofLeg, IntUnaryOperator platforms) {
        double[] times = new double[legs.length];
        for (int hop = 0; hop < times.length; hop++) {
            ServiceLeg leg = service.get(hop).orElse(null);
            times[hop] = fixedMicros[hop] + ofLeg.applyAsLong(legs[hop]) + (leg == null ? 0 : leg.micros(platforms));
        }
        return times;
    }

    /** Identity: request paths are compared often. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
