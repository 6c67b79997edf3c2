package org.caravan.measure;

import org.caravan.infrastructure.AccessPoint;

/**
 * A machine that can send and receive probes at an access point.
 *
 * @param machineId id of a host or vantage
 * @param address IP address literal of the machine at the access point
 */
public record ProbePoint(AccessPoint at, String machineId, String address) {}
