package org.caravan.routing;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds a port near an occupied one that is free for UDP and TCP, as a suggestion for the operator. */
final class FreePort {

    private static final int TRIES = 100;
    private static final int STEP = 10;
    private static final int HIGHEST = 65_535;

    private FreePort() {}

    /** For example {@code 127.0.0.1:5063}; empty if no port is free, for example because the address belongs to another machine. */
    static Optional<String> near(InetSocketAddress taken) {
        return IntStream.rangeClosed(1, TRIES).map(number -> taken.getPort() + number * STEP).filter(port -> port <= HIGHEST)
                .mapToObj(port -> new InetSocketAddress(taken.getHostString(), port)).filter(FreePort::isFree).findFirst()
                .map(free -> (free.getHostString().contains(":") ? "[" + free.getHostString() + "]" : free.getHostString()) + ":"
                        + free.getPort());
    }

    private static boolean isFree(InetSocketAddress address) {
        try (ServerSocket stream = new ServerSocket(); DatagramSocket datagrams = new DatagramSocket(null)) {
            stream.bind(address);
            datagrams.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
