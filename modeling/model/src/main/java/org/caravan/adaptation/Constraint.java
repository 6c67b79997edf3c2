package org.caravan.adaptation;

import org.caravan.formula.Condition;

/** Named condition that must hold while the application runs, or to which other conditions refer. */
public record Constraint(String id, Condition condition) {}
