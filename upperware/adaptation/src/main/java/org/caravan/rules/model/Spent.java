package org.caravan.rules.model;

/**
 * Fact of the rules: the subject acted before the first round, and its condition is not known to have ended since. Public only because
 * compiled rules access it.
 */
public record Spent(String subject) {}
