package org.caravan.adapter;

import java.util.Comparator;

/**
 * How a copy reaches a component it requires: the name resolves to the address, and packets to that address leave
 * with the source address, which picks the ISP of the near end; the address picks the ISP of the far end.
 *
 * @param peer component id, the name looked up by the copy
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
