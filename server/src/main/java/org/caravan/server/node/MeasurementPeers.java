package org.caravan.server.node;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.springframework.stereotype.Component;

/** Finds the peer of a network measurement: in the paper, two devices on one switch. */
@Component
class MeasurementPeers {

    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Nodes nodes;

    MeasurementPeers(Infrastructures infrastructures, Adapters adapters, Nodes nodes) {
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.nodes = nodes;
    }

    /** @param address address on the site's network, IPv4 if available */
    record Peer(Host host, String address) {}

    /**
     * The named peer; otherwise the first reachable host of the same site and provider; empty if there is none.
     *
     * @param siteId site of a host that the infrastructure does not contain yet
     */
    Optional<Peer> of(Host host, Optional<String> siteId, Optional<String> named) {
        if (named.isPresent()) {
            return Optional.of(peer(nodes.required(named.get())));
        }
        List<Host> neighbours = infrastructures.required().sites().stream()
                .filter(site -> siteId.filter(site.id()::equals).isPresent() || site.hosts().contains(host))
                .map(Site::hosts).flatMap(List::stream)
                .filter(one -> !one.id().equals(host.id()) && one.provider().equals(host.provider()) && one.rental().isEmpty()).toList();
        for (Host neighbour : neighbours) {
            try {
                return Optional.of(peer(neighbour));
            } catch (AdapterFault silent) {
                // Try the next one; if none is reachable, the measurement reports that there is no peer.
            }
        }
        return Optional.empty();
    }

    private Peer peer(Host host) {
        List<String> addresses = adapters.of(host).inspect(host).addresses();
        String address = addresses.stream().filter(one -> one.indexOf(':') < 0).findFirst()
                .or(() -> addresses.stream().findFirst()).orElse(host.address());
        return new Peer(host, address);
    }
}
