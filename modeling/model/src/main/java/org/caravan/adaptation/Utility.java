package org.caravan.adaptation;

import org.caravan.formula.Formula;

/** Objective that a placement maximises; {@code weight} is above 0. */
public record Utility(Formula formula, double weight) {}
