package org.caravan.server.adaptation.model;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.caravan.adaptation.Rule;
import org.caravan.rules.model.ModelFinding.RuleDue;
import org.caravan.server.forecast.RateForecast;

/**
 * A rule of a model that is due.
 *
 * @param at time of the round that found it
 * @param forecasts of the model in that round, by id of the request
 * @param read ids of the requests whose forecasts its condition depends on
 */
public record DueRule(Rule rule, RuleDue found, Instant at, Map<String, RateForecast> forecasts, Set<String> read) {

    /** Of a round without forecasts. */
    public DueRule(Rule rule, RuleDue found, Instant at) {
        this(rule, found, at, Map.of(), Set.of());
    }

    /** Since when its condition holds, or when it became due if only time triggers it: the same in each round of a period. */
    public Instant since() {
        return found.since().orElseGet(() -> at.minusMillis(found.heldMillis() % Math.max(1, found.thresholdMillis())));
    }
}
