package org.caravan.adaptation;

import org.caravan.formula.Formula;

/** What a good plan makes large; {@code weight} is above 0. */
public record Utility(Formula formula, double weight) {}
