package org.caravan.plan;

import org.caravan.unit.MonthlyCost;

/**
 * Cost of a host used by an application, or to be used by it.
 *
 * @param whole price of the host
 * @param share the application's part of the price by the size of its copies, at most the whole; the whole if no other application uses
 * the host
 * @param shared whether other applications use it, too; then the cost of a plan does not include it
 */
public record CostAllocation(String hostId, MonthlyCost whole, MonthlyCost share, boolean shared) {}
