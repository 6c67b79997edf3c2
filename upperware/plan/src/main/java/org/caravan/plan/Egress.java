package org.caravan.plan;

import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;

/**
 * Egress traffic on an uplink with an egress price.
 *
 * @param gib in a month of 730 hours
 * @param cost rounded to the nearest cent; the sum over a plan can differ by a cent from the plan's total
 */
public record Egress(AccessLink at, double gib, DataPrice price, MonthlyCost cost) {}
