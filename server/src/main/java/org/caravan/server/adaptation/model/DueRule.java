package org.caravan.server.adaptation.model;

import java.time.Instant;
import org.caravan.adaptation.Rule;
import org.caravan.rules.model.ModelFinding.RuleDue;

/** A rule of a model that is due. @param at time of the round that found it */
public record DueRule(Rule rule, RuleDue found, Instant at) {

    /** Since when its condition holds, or when it became due if only time triggers it: the same in each round of a period. */
    public Instant since() {
        return found.since().orElseGet(() -> at.minusMillis(found.heldMillis() % Math.max(1, found.thresholdMillis())));
    }
}
