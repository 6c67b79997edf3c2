package org.caravan.rules.model;

/** Fact of the rules: the condition of a subject holds. Public only because compiled rules access it. @param since epoch milliseconds */
public record Holding(String subject, long since) {}
