package org.caravan.infrastructure;

import java.util.Optional;

/**
 * What hosts of a type were measured at, as its modeller says (source of both: Table II of the paper on MEC-ConPaaS, IEEE Mobile Cloud 2017).
 * Nothing is placed by it: a node of the type is measured itself, and the two are compared.
 *
 * @param cpuSeconds for 10,000 events of sysbench's processor test, above 0; less is faster
 * @param diskBytesPerSecond of sysbench's random reads and writes, above 0
 */
public record HostBench(Optional<Double> cpuSeconds, Optional<Double> diskBytesPerSecond) {

    public HostBench {
        if (cpuSeconds.filter(seconds -> !(seconds > 0)).isPresent() || diskBytesPerSecond.filter(rate -> !(rate > 0)).isPresent()) {
            throw new IllegalArgumentException("figures of a bench are above 0: " + cpuSeconds + ", " + diskBytesPerSecond);
        }
    }
}
