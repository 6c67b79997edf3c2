package org.caravan.server.planning;

/**
 * What a plan costs by its report.
 *
 * @param cents all of it, in euro cents per month
 * @param egressCents of that, what leaves by access links with a price, in euro cents per month
 */
public record PlanCost(long cents, long egressCents) {}
