package org.caravan.infrastructure;

import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/**
 * What hosts of one make have in common.
 *
 * @param cost per host in use and month; a host without an instance costs nothing
 */
public record HostType(
        String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost) {}
