package org.caravan.adapter;

import java.util.Comparator;

/**
 * Route of a copy to a component that it requires. The name resolves to the address, and packets to this address have the given
 * source address. The source address selects the local ISP, and the target address selects the remote ISP.
 *
 * @param peer component id, which is the name that the copy looks up
 * @param address literal of the peer's copy
 * @param sourceAddress literal, one of the copy's own addresses, same IP version
 */
public record PeerRoute(String peer, String address, String sourceAddress) implements Comparable<PeerRoute> {

    private static final Comparator<PeerRoute> ORDER = Comparator.comparing(PeerRoute::peer)
            .thenComparing(PeerRoute::address)
            .thenComparing(PeerRoute::sourceAddress);

    @Override
    public int compareTo(PeerRoute other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return peer + " at " + address + " from " + sourceAddress;
    }
}
