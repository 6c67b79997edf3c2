package org.caravan.adapter.node.router;

import java.util.List;
import org.caravan.application.Readiness;

/**
 * A service that users reach through a router at one port.
 *
 * @param name one word, unique on the router: {@code sock-shop.frontend}
 * @param port port on which the router listens, IPv4 and IPv6
 * @param readiness readiness check of the endpoint, which the router runs continuously for each server. Endpoints with an HTTP
 *     check are balanced by request, others by connection
 * @param servers sorted
 */
public record RoutedEntry(String name, int port, Readiness readiness, List<RouterServer> servers) {

    public RoutedEntry {
        servers = servers.stream().sorted().toList();
        if (!name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("no name for an entry of a router: " + name);
        }
    }

    public RoutedEntry withServers(List<RouterServer> changed) {
        return new RoutedEntry(name, port, readiness, changed);
    }
}
