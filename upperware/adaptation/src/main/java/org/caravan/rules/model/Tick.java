package org.caravan.rules.model;

/**
 * Fact of the rules: time of the current round. Public only because compiled rules access it.
 *
 * @param millis epoch milliseconds
 * @param gap whether the previous round was too long ago for conditions to count as held since then
 */
public record Tick(long millis, boolean gap) {}
