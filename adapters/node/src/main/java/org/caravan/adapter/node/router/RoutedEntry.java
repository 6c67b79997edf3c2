package org.caravan.adapter.node.router;

import java.util.List;
import org.caravan.application.Readiness;
import org.caravan.application.RoutedRequests;

/**
 * A service that users reach through a router at one port.
 *
 * @param name one word, unique on the router: {@code sock-shop.frontend}
 * @param port port on which the router listens, IPv4 and IPv6
 * @param readiness readiness check of the endpoint, which the router runs continuously for each server. Endpoints with an HTTP
 *     check are balanced by request, others by connection
 * @param servers sorted
 * @param requests that are counted each on its own, where balanced by request
 */
public record RoutedEntry(String name, int port, Readiness readiness, List<RouterServer> servers, RoutedRequests requests) {

    public RoutedEntry {
        servers = servers.stream().sorted().toList();
        if (!name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("no name for an entry of a router: " + name);
        }
    }

    /** Entry that counts all requests together. */
    public RoutedEntry(String name, int port, Readiness readiness, List<RouterServer> servers) {
        this(name, port, readiness, servers, new RoutedRequests("", List.of()));
    }

    public RoutedEntry withServers(List<RouterServer> changed) {
        return new RoutedEntry(name, port, readiness, changed, requests);
    }
}
