package org.caravan.adapter;

import java.util.List;
import org.caravan.infrastructure.Architecture;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * What a host really offers, all instances together, as it said itself.
 *
 * @param addresses literals of its own on the site's network, sorted; probes start from them
 */
public record ObservedHost(
        String hostId, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, List<String> addresses) {

    public ObservedHost {
        addresses = addresses.stream().sorted().toList();
    }
}
