package org.caravan.adapter;

import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Architecture;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Total resources of a host, as reported by the host.
 *
 * @param addresses the host's own literals on the site's network, sorted; probes start from them
 * @param gpus GPUs that its owner gives to copies; empty if the adapter does not report them, and those of its type apply
 */
public record ObservedHost(
        String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses,
        Optional<Integer> gpus) {

    /** Hosts stored before GPUs were reported have none. */
    public ObservedHost {
        gpus = gpus == null ? Optional.empty() : gpus;
        addresses = addresses.stream().sorted().toList();
    }

    /** Without report of GPUs. */
    public ObservedHost(String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses) {
        this(hostId, architecture, cpu, memory, disk, addresses, Optional.empty());
    }
}
