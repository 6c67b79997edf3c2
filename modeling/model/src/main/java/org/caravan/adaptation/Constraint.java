package org.caravan.adaptation;

import org.caravan.formula.Condition;

/** A condition that is to hold while the application runs, or that others name. */
public record Constraint(String id, Condition condition) {}
