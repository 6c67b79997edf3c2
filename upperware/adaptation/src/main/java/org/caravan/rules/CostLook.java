package org.caravan.rules;

import java.time.Instant;
import java.util.Optional;

/**
 * What a deployed plan costs: the input of one evaluation.
 *
 * @param planId digest of the plan
 * @param at time of the look
 * @param plannedCents cost per month when the plan was made, in euro cents, 0 or more
 * @param currentCents cost per month by current prices, in euro cents, 0 or more
 * @param budgetCents upper limit of the cost per month, in euro cents, above 0; empty for none
 */
public record CostLook(String application, String planId, Instant at, long plannedCents, long currentCents, Optional<Long> budgetCents) {

    /** Rise of the cost since the plan was made, in euro cents; negative if it fell. */
    public long riseCents() {
        return currentCents - plannedCents;
    }

    /** Share of the budget that the plan spends; 0 without a budget. */
    public double spentShare() {
        return budgetCents.map(budget -> (double) currentCents / budget).orElse(0.0);
    }
}
