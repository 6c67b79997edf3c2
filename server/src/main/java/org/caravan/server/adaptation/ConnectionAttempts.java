package org.caravan.server.adaptation;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.infrastructure.Host;
import org.caravan.server.DaemonThreads;
import org.caravan.server.adaptation.PathEvidence.Evidence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens TCP connections to hosts as evidence that they are alive. A connection takes one round trip and no login, so a slow line and an
 * overloaded host still give evidence when an SSH session takes too long. An attempt continues after the look that began it, so that a path
 * slower than the time limit of a look gives its evidence to the next look.
 */
final class ConnectionAttempts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionAttempts.class);
    /** Above this, an attempt is given up: TCP has sent its first packet four times. */
    private static final Duration LONGEST = Duration.ofSeconds(10);
    /** TCP repeats the first packet of a connection after 1 s, so that one lost packet is no evidence. */
    private static final Duration RETRANSMISSION = Duration.ofSeconds(1);

    private final Duration least;
    private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("host-names"));
    private final ScheduledExecutorService limits = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("host-connections"));
    private final Map<String, PathEvidence> paths = new ConcurrentHashMap<>();

    /** @param least time limit of a look at a near host */
    ConnectionAttempts(Duration least) {
        this.least = least;
    }

    /** Whether the round-trip time to the host was measured before. */
    boolean measured(Host host) {
        return path(host).measured();
    }

    /** Time limit of a look at the host: at least the setting, and one lost packet and a round trip on a slow path; at most 10 s. */
    Duration limit(Host host) {
        Duration slow = RETRANSMISSION.plus(path(host).timeout());
        Duration longer = slow.compareTo(least) > 0 ? slow : least;
        return longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
    }

    /** Starts one attempt per address of the host, in IPv4 and IPv6. */
    void begin(Host host) {
        PathEvidence path = path(host);
        boolean silent = path.silent();
        long look = path.begun(1); // so that evidence of the first address is not final before the others were tried
        threads.execute(() -> {
            try {
                InetAddress[] addresses = InetAddress.getAllByName(host.address());
                long lookOfAddresses = path.begun(addresses.length);
                for (InetAddress address : addresses) {
                    connect(path, lookOfAddresses, new InetSocketAddress(address, host.port()), silent);
                }
                path.ended(look, Evidence.UNABLE, Optional.empty()); // of the attempt that stands for the resolution of the name
            } catch (UnknownHostException unknown) {
                path.ended(look, Evidence.UNRESOLVED, Optional.empty());
            }
        });
    }

    /** Waits for evidence since the end of the previous look. @param end by {@link System#nanoTime} */
    Evidence await(Host host, long end) throws InterruptedException {
        return path(host).take(end);
    }

    /** Marks the end of a look: earlier evidence does not count for the next one. @param silent whether the host was silent */
    void looked(Host host, boolean silent) {
        path(host).looked(silent);
    }

    /**
     * Round trip of an attempt (Karn's algorithm, RFC 6298 section 3). TCP repeats the first packet after 1, 3 and 7 s, so a longer attempt
     * may measure a round trip since any of them; the shortest counts. An attempt that began while the host was silent, and that took
     * longer, mostly measures the rest of the silence: counted, it would lengthen later looks, and so the next outage, for hours.
     *
     * @param silent whether the attempt began after a look without an answer
     */
    static Optional<Duration> roundTrip(Duration took, boolean silent) {
        if (took.compareTo(RETRANSMISSION) <= 0) {
            return Optional.of(took);
        }
        Duration sent = RETRANSMISSION;
        for (Duration next = sent.multipliedBy(3); next.compareTo(took) <= 0; next = next.multipliedBy(2).plus(RETRANSMISSION)) {
            sent = next;
        }
        return silent ? Optional.empty() : Optional.of(took.minus(sent));
    }

    /**
     * "Network is unreachable" has two causes: this machine has no route, or a router on the way answered that it has none (RFC 1812,
     * section 5.2.7.1), as when the line of a site is cut.
     */
    private static Evidence evidence(Throwable fault, InetSocketAddress address) {
        String message = String.valueOf(fault.getMessage());
        if (fault instanceof ConnectException) {
            return message.contains("refused") ? Evidence.REFUSED : Evidence.NONE;
        }
        // A router's refusal for administrative reasons is "permission denied" here.
        boolean local = fault instanceof BindException && !message.contains("denied")
                || message.contains("unreachable") && !hasRoute(address);
        return fault instanceof SocketException && local ? Evidence.UNABLE : Evidence.NONE;
    }

    /** Sends nothing: connecting a UDP socket looks for a route only. */
    private static boolean hasRoute(InetSocketAddress address) {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.connect(address);
            return true;
        } catch (IOException unable) {
            return false;
        }
    }

    private void connect(PathEvidence path, long look, InetSocketAddress address, boolean silent) {
        long begun = System.nanoTime();
        try {
            AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
            Future<?> end = limits.schedule(() -> close(channel), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            channel.connect(address, null, new CompletionHandler<Void, Void>() {
                @Override
                public void completed(Void nothing, Void unused) {
                    ended(Evidence.ACCEPTED);
                }

                @Override
                public void failed(Throwable fault, Void unused) {
                    ended(evidence(fault, address));
                }

                private void ended(Evidence found) {
                    end.cancel(false);
                    close(channel);
                    path.ended(look, found, roundTrip(Duration.ofNanos(System.nanoTime() - begun), silent));
                }
            });
        } catch (IOException | UnresolvedAddressException unable) {
            LOG.warn("no connection can be opened: {}", unable.getMessage());
            path.ended(look, Evidence.UNABLE, Optional.empty());
        } catch (RejectedExecutionException ends) {
            LOG.debug("no connection is opened, because the server ends");
            path.ended(look, Evidence.UNABLE, Optional.empty());
        }
    }

    private static void close(AsynchronousSocketChannel channel) {
        try {
            channel.close();
        } catch (IOException alreadyBroken) {
            // nothing is left to release
        }
    }

    private PathEvidence path(Host host) {
        return paths.computeIfAbsent(host.id() + " " + host.address() + " " + host.port(), unknown -> new PathEvidence());
    }

    @Override
    public void close() {
        threads.shutdownNow();
        limits.shutdownNow();
    }
}
