package org.caravan.adapter;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Resources of all hosts of an infrastructure at one time. */
public record Inventory(List<ObservedHost> hosts, List<UnobservedHost> unobserved) {

    public Inventory {
        hosts = hosts.stream().sorted(Comparator.comparing(ObservedHost::hostId)).toList();
        unobserved = unobserved.stream().sorted(Comparator.comparing(UnobservedHost::hostId)).toList();
    }

    public Optional<ObservedHost> host(String hostId) {
        return hosts.stream().filter(host -> host.hostId().equals(hostId)).findFirst();
    }
}
