package org.caravan.infrastructure;

import java.util.Optional;

/**
 * Benchmark results of a host type as declared in the model (source of both: Table II of the paper on MEC-ConPaaS, IEEE Mobile Cloud 2017).
 * Placement does not use them. They are compared with measurements of nodes of this type.
 *
 * @param cpuSeconds seconds for 10,000 events of sysbench's processor test, above 0; lower is faster
 * @param diskBytesPerSecond throughput of sysbench's random reads and writes, above 0
 */
public record HostBenchmark(Optional<Double> cpuSeconds, Optional<Double> diskBytesPerSecond) {

    public HostBenchmark {
        if (cpuSeconds.filter(seconds -> !(seconds > 0)).isPresent() || diskBytesPerSecond.filter(rate -> !(rate > 0)).isPresent()) {
            throw new IllegalArgumentException("figures of a bench are above 0: " + cpuSeconds + ", " + diskBytesPerSecond);
        }
    }
}
