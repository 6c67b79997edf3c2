package org.caravan.rules;

/** Fact of the rules: in this round, silence of hosts is no evidence. Public only because compiled rules access it. */
public record Doubt(String rule) {}
