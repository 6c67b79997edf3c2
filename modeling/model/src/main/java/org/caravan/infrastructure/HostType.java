package org.caravan.infrastructure;

import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/**
 * What hosts of one make have in common.
 *
 * @param cost per host in use and month; a host without an instance costs nothing
 * @param power that a host takes; empty where nobody stated it
 */
public record HostType(
        String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost, Optional<HostPower> power) {

    /** What was stored before types had a power has none. */
    public HostType {
        power = power == null ? Optional.empty() : power;
    }

    /** Of unknown power. */
    public HostType(String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost) {
        this(id, architecture, cpu, memory, disk, cost, Optional.empty());
    }

    public HostType withCost(MonthlyCost changed) {
        return new HostType(id, architecture, cpu, memory, disk, changed, power);
    }

    public HostType withPower(HostPower stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, Optional.of(stated));
    }
}
