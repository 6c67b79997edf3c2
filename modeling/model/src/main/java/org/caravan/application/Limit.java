package org.caravan.application;

import org.caravan.unit.MonthlyCost;

/**
 * Upper limit of the cost of a plan. The cost is that in the plan's report: hosts that only this application uses.
 *
 * @param most highest allowed cost
 */
public record Limit(String id, MonthlyCost most) {

    /** Text in the modelling language: {@code limit spend { cost <= 300.00 EUR/month }}. */
    @Override
    public String toString() {
        return "limit " + id + " { cost <= " + most + " }";
    }
}
