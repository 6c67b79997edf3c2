package org.caravan.rules;

/** Fact of the rules: time of the previous round, in epoch milliseconds. Public only because compiled rules access it. */
public record PreviousRound(long millis) {}
