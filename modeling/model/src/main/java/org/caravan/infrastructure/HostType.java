package org.caravan.infrastructure;

import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * Properties shared by all hosts of one type.
 *
 * @param cost per month for each host in use; a host without an instance costs nothing
 * @param power power of a host; empty if not declared
 * @param bench benchmark results from other measurements; empty if not declared
 * @param startup time from the provisioning of a host until it accepts copies; empty if not declared
 * @param gpu GPUs of each host; empty if it has none
 */
public record HostType(
        String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost, Optional<HostPower> power,
        Optional<HostBenchmark> bench, Optional<Millis> startup, Optional<Gpus> gpu) {

    /** Types stored before power, bench, startup or gpu existed have none. */
    public HostType {
        gpu = gpu == null ? Optional.empty() : gpu;
        startup = startup == null ? Optional.empty() : startup;
        bench = bench == null ? Optional.empty() : bench;
        power = power == null ? Optional.empty() : power;
    }

    /** Type without GPUs. */
    public HostType(String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost,
            Optional<HostPower> power, Optional<HostBenchmark> bench, Optional<Millis> startup) {
        this(id, architecture, cpu, memory, disk, cost, power, bench, startup, Optional.empty());
    }

    /** Type without benchmark results and startup time. */
    public HostType(String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost,
            Optional<HostPower> power) {
        this(id, architecture, cpu, memory, disk, cost, power, Optional.empty(), Optional.empty());
    }

    /** Type without declared power. */
    public HostType(String id, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, MonthlyCost cost) {
        this(id, architecture, cpu, memory, disk, cost, Optional.empty());
    }

    public HostType withCost(MonthlyCost changed) {
        return new HostType(id, architecture, cpu, memory, disk, changed, power, bench, startup, gpu);
    }

    public HostType withPower(HostPower stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, Optional.of(stated), bench, startup, gpu);
    }

    public HostType withBench(HostBenchmark stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, power, Optional.of(stated), startup, gpu);
    }

    public HostType withStartup(Millis stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, power, bench, Optional.of(stated), gpu);
    }

    public HostType withGpu(Gpus stated) {
        return new HostType(id, architecture, cpu, memory, disk, cost, power, bench, startup, Optional.of(stated));
    }

    /** 0 if the type has no GPU. */
    public int gpuCount() {
        return gpu.map(Gpus::count).orElse(0);
    }
}
