package org.caravan.routing;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.caravan.change.EntryTable;
import org.caravan.plan.EntryPlacement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private final LookUps lookUps;

    private EntryNames(LookUps lookUps) {
        this.lookUps = lookUps;
    }

    /** As {@link #listen(List, UsersLookup, LookUps)}, for callers that do not count queries. */
    public static EntryNames listen(List<InetSocketAddress> listenOn, UsersLookup usersLookup) {
        return listen(listenOn, usersLookup, new LookUps());
    }

    /**
     * Binds the sockets and starts to answer.
     *
     * @param listenOn addresses with ports; port 0 selects a free port
     * @param lookUps counts the queries
     * @throws NamesUnavailable if any address cannot be bound; all sockets are then closed
     */
    public static EntryNames listen(List<InetSocketAddress> listenOn, UsersLookup usersLookup, LookUps lookUps) {
        EntryNames names = new EntryNames(lookUps);
        Answerer answerer = new Answerer(names.zone::get, usersLookup, lookUps);
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
        if (entries.isEmpty()) {
            lookUps.forget(application);
        }
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

    /** Answers datagrams at one address, sequentially. */
    static final class UdpListener implements AutoCloseable {

        private static final Logger LOG = LoggerFactory.getLogger(UdpListener.class);

        private final DatagramSocket socket;
        private final Answerer answerer;

        UdpListener(DatagramSocket socket, Answerer answerer) {
            this.socket = socket;
            this.answerer = answerer;
            Thread thread = new Thread(this::serve, "caravan-dns-udp-" + socket.getLocalPort());
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            byte[] buffer = new byte[Answerer.TCP_BYTES];
            while (!socket.isClosed()) {
                try {
                    DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                    socket.receive(packet);
                    byte[] query = Arrays.copyOf(buffer, packet.getLength());
                    Optional<byte[]> answer = answerer.answer(query, packet.getAddress(), false);
                    if (answer.isPresent()) {
                        socket.send(new DatagramPacket(answer.get(), answer.get().length, packet.getSocketAddress()));
                    }
                } catch (IOException | RuntimeException e) {
                    // A failure for one client, for example an unreachable one, must not affect others.
                    LOG.debug("a datagram was not answered: {}", e.getMessage());
                }
            }
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
