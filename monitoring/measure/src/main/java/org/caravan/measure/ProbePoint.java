package org.caravan.measure;

import org.caravan.infrastructure.AccessPoint;

/**
 * A machine that can take part in a probe at an access point.
 *
 * @param machineId host or vantage
 * @param address literal of the machine at the access point
 */
public record ProbePoint(AccessPoint at, String machineId, String address) {}
