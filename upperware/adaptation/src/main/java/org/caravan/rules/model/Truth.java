package org.caravan.rules.model;

/**
 * Fact of the rules: what is known about the condition of a subject in this round. Public only because compiled rules access it.
 *
 * @param holds whether it is known to hold; false also if it is unknown
 * @param fails whether it is known not to hold; false also if it is unknown
 */
public record Truth(String subject, boolean holds, boolean fails) {}
