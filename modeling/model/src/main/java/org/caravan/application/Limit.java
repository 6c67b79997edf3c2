package org.caravan.application;

import org.caravan.unit.MonthlyCost;

/**
 * What a plan may cost at most, as its report counts it: hosts that the application alone has in use.
 *
 * @param most that is still allowed
 */
public record Limit(String id, MonthlyCost most) {

    /** As the model says it: {@code limit spend { cost <= 300.00 EUR/month }}. */
    @Override
    public String toString() {
        return "limit " + id + " { cost <= " + most + " }";
    }
}
