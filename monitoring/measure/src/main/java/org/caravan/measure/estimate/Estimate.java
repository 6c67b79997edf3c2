package org.caravan.measure.estimate;

/**
 * A value that was not measured.
 *
 * @param value in the unit of its quantity
 * @param bound how far the measured value may lie from it: of values that were measured and held out, 95 of 100 lay no farther, by share of the estimate
 */
public record Estimate(double value, double bound) {}
