package org.caravan.solver.model;

/**
 * One hop of a request path with an SLO. With replicas, the slowest pair counts, because the SLO applies to all.
 *
 * @param index among the legs of all request paths
 * @param least share of its time that is part of the latency at least: below 1 with parallel calls only, as other shares are in the traffic
 */
public record RequestLeg(int index, RequestPath requestPath, double least) {

    /** Leg whose whole time counts. */
    public RequestLeg(int index, RequestPath requestPath) {
        this(index, requestPath, 1);
    }
}
