package org.caravan.adapter;

import java.util.List;

/**
 * What the kernel of a host knows of the users who connect to a copy without a router. A connection is no request, and the kernel sees
 * neither requests nor response times.
 *
 * @param start mark that differs each time counting begins at zero; counts are compared only under the same mark
 * @param unlisted TCP connection attempts from subnets for which the bounded table of the host had no space
 * @param opened connection attempts since then, by port and subnet
 * @param trips open connections at the time of the reading that were active in the last 15 s; at most 500
 */
public record ClientCounts(String start, long unlisted, List<Opened> opened, List<Trip> trips) {

    public ClientCounts {
        opened = List.copyOf(opened);
        trips = List.copyOf(trips);
    }

    /**
     * TCP connection attempts of a subnet: SYN segments that the filter of the copy admitted. A repeated SYN counts again.
     *
     * @param port of the copy
     * @param subnet lowest address of an IPv4 /24 or an IPv6 /48
     */
    public record Opened(int port, String subnet, long attempts) {}

    /**
     * An open connection.
     *
     * @param port of the copy
     * @param client address literal
     * @param smoothedMillis smoothed round-trip time of the kernel, in ms
     */
    public record Trip(int port, String client, double smoothedMillis) {}

    /** All attempts. */
    public long attempts() {
        return unlisted + opened.stream().mapToLong(Opened::attempts).sum();
    }
}
