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
 * @param noBandwidth why the host cannot divide its uplink between copies, for example {@code its kernel has no HTB}; empty if it can, or
 *     if its adapter does not report it
 * @param noInbound why it can divide outbound traffic only, for example {@code its kernel has no IFB devices}; empty if it can divide
 *     both, or neither, or if its adapter does not report it
 */
public record ObservedHost(
        String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses,
        Optional<Integer> gpus, Optional<String> noBandwidth, Optional<String> noInbound) {

    /** Hosts stored by earlier versions have neither GPUs nor a report of bandwidth. */
    public ObservedHost {
        gpus = gpus == null ? Optional.empty() : gpus;
        noBandwidth = noBandwidth == null ? Optional.empty() : noBandwidth;
        noInbound = noInbound == null ? Optional.empty() : noInbound;
        addresses = addresses.stream().sorted().toList();
    }

    /** Without report of bandwidth. */
    public ObservedHost(String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses,
            Optional<Integer> gpus) {
        this(hostId, architecture, cpu, memory, disk, addresses, gpus, Optional.empty(), Optional.empty());
    }

    /** Without report of GPUs and bandwidth. */
    public ObservedHost(String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses) {
        this(hostId, architecture, cpu, memory, disk, addresses, Optional.empty());
    }

    /** The same host if it cannot divide its uplink. @param why as a clause, for example {@code its kernel has no HTB} */
    public ObservedHost withoutBandwidth(String why) {
        return new ObservedHost(hostId, architecture, cpu, memory, disk, addresses, gpus, Optional.of(why), Optional.empty());
    }
}
