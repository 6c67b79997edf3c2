package org.caravan.plan;

import org.caravan.unit.MonthlyCost;

/**
 * What a host costs that an application is on, or would be.
 *
 * @param whole what the host costs
 * @param share the application's part of it by the size of what sits there, at most the whole; the whole where nobody else is on it
 * @param shared whether other applications are on it, too: a plan's cost then counts none of it
 */
public record HostShare(String hostId, MonthlyCost whole, MonthlyCost share, boolean shared) {}
