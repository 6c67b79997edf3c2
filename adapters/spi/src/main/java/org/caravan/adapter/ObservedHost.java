package org.caravan.adapter;

import java.util.List;
import org.caravan.infrastructure.Architecture;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Total resources of a host, as reported by the host.
 *
 * @param addresses the host's own literals on the site's network, sorted; probes start from them
 */
public record ObservedHost(
        String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses) {

    public ObservedHost {
        addresses = addresses.stream().sorted().toList();
    }
}
