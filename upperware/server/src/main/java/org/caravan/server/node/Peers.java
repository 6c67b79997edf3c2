package org.caravan.server.node;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.springframework.stereotype.Component;

/** Finds the other end of a network measurement: the paper's two devices on one switch. */
@Component
class Peers {

    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Nodes nodes;

    Peers(Infrastructures infrastructures, Adapters adapters, Nodes nodes) {
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.nodes = nodes;
    }

    /** @param address on its site's network, IPv4 where it has one */
    record Peer(Host host, String address) {}

    /**
     * The one named; else any that stands at the same site and answers; empty where there is none.
     *
     * @param siteId of a host that the infrastructure does not name yet
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
                // the next one may answer; without any the measurement says that there is none
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
