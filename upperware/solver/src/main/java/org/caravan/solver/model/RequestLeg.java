package org.caravan.solver.model;

/**
 * One hop of a request path with an SLO. With replicas, the slowest pair counts, because the SLO applies to all.
 *
 * @param index among the legs of all request paths
 */
public record RequestLeg(int index, RequestPath requestPath) {}
