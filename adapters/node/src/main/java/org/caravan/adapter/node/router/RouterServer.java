package org.caravan.adapter.node.router;

import java.util.Comparator;

/**
 * A copy behind a router.
 *
 * @param name label of the copy, as shown by the router
 * @param address literal
 * @param weight relative share of the requests, 0 to 256; 0: no new requests
 */
public record RouterServer(String name, String address, int port, int weight) implements Comparable<RouterServer> {

    private static final Comparator<RouterServer> ORDER = Comparator.comparing(RouterServer::name)
            .thenComparing(RouterServer::address)
            .thenComparingInt(RouterServer::port)
            .thenComparingInt(RouterServer::weight);

    public RouterServer {
        if (!name.matches("[A-Za-z0-9._-]+") || !address.matches("[0-9A-Fa-f.:]+") || port < 1 || port > 65535 || weight < 0
                || weight > 256) {
            throw new IllegalArgumentException("no server of a router: " + name + " at " + address + " port " + port + " weight " + weight);
        }
    }

    /** Address in HAProxy's format: an IPv6 literal needs no brackets before the last colon. */
    String socket() {
        return (address.contains(":") ? "ipv6@" : "ipv4@") + address + ":" + port;
    }

    @Override
    public int compareTo(RouterServer other) {
        return ORDER.compare(this, other);
    }
}
