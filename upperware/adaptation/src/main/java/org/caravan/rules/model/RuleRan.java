package org.caravan.rules.model;

import java.time.Instant;

/** The actions of a rule ran, or were proposed to a person: its pause begins. */
public record RuleRan(String ruleId, Instant at) {}
