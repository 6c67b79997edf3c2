package org.caravan.rules.model;

import java.time.Instant;

/**
 * The actions of a rule ran, or were proposed to a person: its pause begins.
 *
 * @param before whether it ran before these evaluations began, and its condition is not known to have ended since: a rule without a pause
 *     is then not due until its condition is known to be false
 */
public record RuleRan(String ruleId, Instant at, boolean before) {

    /** Found due by these evaluations. */
    public RuleRan(String ruleId, Instant at) {
        this(ruleId, at, false);
    }
}
