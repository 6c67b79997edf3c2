package org.caravan.rules.model;

/** Fact of the rules: windows of this level are evaluated now. Public only because compiled rules access it. */
public record Level(int number) {}
