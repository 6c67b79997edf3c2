package org.caravan.plan;

import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;

/**
 * What leaves a site by an access link that asks money for it.
 *
 * @param gib in a month of 730 hours
 * @param cost of it, to the nearest cent; those of a plan together may be a cent off what the plan says they cost together
 */
public record Egress(AccessLink at, double gib, DataPrice price, MonthlyCost cost) {}
