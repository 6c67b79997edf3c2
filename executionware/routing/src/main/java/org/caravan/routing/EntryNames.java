package org.caravan.routing;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.caravan.change.EntryTable;
import org.caravan.plan.EntryPlacement;

/**
 * Authoritative name server for {@code <component>.<application>.caravan.}, over UDP and TCP. The answer depends on the client
 * subnet in the query (RFC 7871), or else on the source address of the query. Entries are not persisted; the caller sets them again
 * after a start.
 */
public final class EntryNames implements EntryTable, AutoCloseable {

    private static final int TRIES_FOR_A_FREE_PORT = 20;

    private final AtomicReference<Zone> zone = new AtomicReference<>(Zone.empty());
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private final List<AutoCloseable> listeners = new ArrayList<>();

    private EntryNames() {}

    /**
     * Binds the sockets and starts to answer.
     *
     * @param listenOn addresses with ports; port 0 selects a free port
     * @throws NamesUnavailable if any address cannot be bound; all sockets are then closed
     */
    public static EntryNames listen(List<InetSocketAddress> listenOn, UsersLookup usersLookup) {
        EntryNames names = new EntryNames();
        Answerer answerer = new Answerer(names.zone::get, usersLookup);
        for (InetSocketAddress address : listenOn) {
            try {
                names.open(address, answerer);
            } catch (IOException e) {
                names.close();
                throw new NamesUnavailable(address, FreePort.near(address), e);
            }
        }
        return names;
    }

    /** The bound addresses, in the order given. */
    public List<InetSocketAddress> addresses() {
        return List.copyOf(addresses);
    }

    /** @throws IllegalArgumentException if an entry's address is not a literal; nothing is changed then */
    @Override
    public void set(String application, long generation, List<EntryPlacement> entries) {
        zone.updateAndGet(now -> now.with(application, entries));
    }

    private void open(InetSocketAddress wanted, Answerer answerer) throws IOException {
        if (wanted.isUnresolved()) {
            // Java would bind to all addresses instead.
            throw new IOException("no such address");
        }
        for (int tries = 1; ; tries++) {
            ServerSocket tcp = new ServerSocket();
            try {
                tcp.bind(wanted);
                InetSocketAddress address = new InetSocketAddress(wanted.getAddress(), tcp.getLocalPort());
                DatagramSocket udp = new DatagramSocket(address);
                listeners.add(new UdpListener(udp, answerer));
                listeners.add(new TcpListener(tcp, answerer));
                addresses.add(address);
                return;
            } catch (IOException e) {
                tcp.close();
                // A port that is free for TCP can be in use for UDP.
                if (wanted.getPort() != 0 || tries >= TRIES_FOR_A_FREE_PORT) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        for (AutoCloseable listener : listeners) {
            try {
                listener.close();
            } catch (Exception e) {
                throw new IllegalStateException("a socket of the name server cannot be closed", e);
            }
        }
    }

    /** Finds a port near an occupied one that is free for UDP and TCP, as a suggestion for the operator. */
    private static final class FreePort {

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
}
