package org.caravan.rules;

/**
 * Settings of the rules about costs.
 *
 * @param riseShare rise of the cost, as a share of the planned cost, above which prices have changed; 0 or more
 * @param riseCents the same in euro cents per month, 0 or more; both must be exceeded
 * @param spentShare share of the budget from which it is nearly spent, above 0
 */
public record CostRuleSettings(double riseShare, long riseCents, double spentShare) {

    public CostRuleSettings {
        if (!(riseShare >= 0 && riseCents >= 0 && spentShare > 0)) {
            throw new IllegalArgumentException("settings of the rules about costs are out of range: " + riseShare + ", " + riseCents + ", "
                    + spentShare);
        }
    }
}
