package org.caravan.measure.estimate;

/**
 * An estimated value with its error bound.
 *
 * @param value in the unit of its quantity
 * @param bound absolute error bound in the same unit; 95 % of held-out measurements were within it, as a fraction of the estimate
 */
public record Estimate(double value, double bound) {}
