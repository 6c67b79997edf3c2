package org.caravan.infrastructure;

import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * What hosts of one make have in common.
 *
 * @param cost per host in use and month; a host without an instance costs nothing
 * @param power that a host takes; empty where nobody stated it
 * @param bench that hosts of the type were measured at elsewhere; empty where nobody stated it
 * @param startup from when a host of the type is rented until it takes copies; empty where nobody stated it
 */
public record HostType(
        String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost, Optional<HostPower> power,
        Optional<HostBench> bench, Optional<Millis> startup) {

    /** What was stored before types had a power, a bench or a startup has none. */
    public HostType {
        startup = startup == null ? Optional.empty() : startup;
        bench = bench == null ? Optional.empty() : bench;
        power = power == null ? Optional.empty() : power;
    }

    /** One that was measured nowhere else. */
    public HostType(String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost, Optional<HostPower> power) {
        this(id, architecture, cpu, memory, disk, cost, power, Optional.empty(), Optional.empty());
    }

    /** Of unknown power. */
    public HostType(String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost) {
        this(id, architecture, cpu, memory, disk, cost, Optional.empty());
    }

    public HostType withCost(MonthlyCost changed) {
        return new HostType(id, architecture, cpu, memory, disk, changed, power, bench, startup);
    }

    public HostType withPower(HostPower stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, Optional.of(stated), bench, startup);
    }

    public HostType withBench(HostBench stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, power, Optional.of(stated), startup);
    }

    public HostType withStartup(Millis stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, power, bench, Optional.of(stated));
    }
}
