package org.caravan.plan;

import java.util.Optional;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;

/**
 * Egress traffic on an uplink with an egress price, or with a higher price above a quota.
 *
 * @param gib in a month of 730 hours
 * @param price of each GiB; zero if only egress above the quota costs money
 * @param cost with what egress above the quota costs, rounded to the nearest cent; the sum over a plan can differ by a cent from the plan's
 *     total
 * @param above what is above the quota; empty if the uplink has no quota with a price
 */
public record Egress(AccessLink at, double gib, DataPrice price, MonthlyCost cost, Optional<Above> above) {

    /**
     * Egress above the quota of an uplink.
     *
     * @param freeGib the quota in a month of 730 hours
     * @param gib above it, 0 if the quota suffices
     */
    public record Above(TrafficQuota quota, double freeGib, double gib) {}

    /** Reports stored by earlier versions have no quotas with a price. */
    public Egress {
        above = above == null ? Optional.empty() : above;
    }

    /** On an uplink without a quota that has a price. */
    public Egress(AccessLink at, double gib, DataPrice price, MonthlyCost cost) {
        this(at, gib, price, cost, Optional.empty());
    }
}
