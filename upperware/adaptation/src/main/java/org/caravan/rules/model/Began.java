package org.caravan.rules.model;

/**
 * Event of the rules: the condition of a subject began to hold. Public only because compiled rules access it.
 *
 * @param at epoch milliseconds
 */
public record Began(String subject, long at) {}
