package org.caravan.server;

import java.time.Duration;
import org.caravan.rules.CostRuleSettings;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rules about costs, {@code caravan.adaptation.costs.*}.
 *
 * @param every interval at which the costs of deployed plans are compared, at least 1 s; zero: never
 * @param riseShare rise of the cost of a plan, as a share, above which prices have changed; 0 or more
 * @param rise the same in EUR per month; both must be exceeded
 * @param leastSaving least saving in EUR per month for which another plan is made; 0 or more
 * @param spentShare share of {@code caravan.adaptation.budget} from which it is nearly spent; above 0
 */
public record CostSettings(
        @DefaultValue("1m") Duration every,
        @DefaultValue("0.05") double riseShare,
        @DefaultValue("1") double rise,
        @DefaultValue("1") double leastSaving,
        @DefaultValue("0.9") double spentShare) {

    private static final int CENTS = 100;

    public CostSettings {
        if (!every.isZero() && every.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("Costs cannot be compared every (" + every
                    + "): caravan.adaptation.costs.every is at least 1s.\nMaybe use 1m, or 0s so that they are not compared.");
        }
        if (!(riseShare >= 0 && rise >= 0 && leastSaving >= 0 && spentShare > 0)) {
            throw new IllegalArgumentException("A setting of caravan.adaptation.costs is negative.\nMaybe use 0.05 for rise-share, 1 for "
                    + "rise and least-saving, and 0.9 for spent-share.");
        }
    }

    public boolean used() {
        return !every.isZero();
    }

    public long leastSavingCents() {
        return Math.round(leastSaving * CENTS);
    }

    public CostRuleSettings rules() {
        return new CostRuleSettings(riseShare, Math.round(rise * CENTS), spentShare);
    }
}
