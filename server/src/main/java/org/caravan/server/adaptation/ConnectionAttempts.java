package org.caravan.server.adaptation;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
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
        path.begun(1); // so that evidence of the first address is not final before the others were tried
        threads.execute(() -> {
            try {
                InetAddress[] addresses = InetAddress.getAllByName(host.address());
                path.begun(addresses.length);
                for (InetAddress address : addresses) {
                    connect(path, new InetSocketAddress(address, host.port()));
                }
                path.ended(Evidence.NONE, Duration.ZERO);
            } catch (UnknownHostException unknown) {
                path.ended(Evidence.UNRESOLVED, Duration.ZERO);
            }
        });
    }

    /** Waits for evidence since the end of the previous look. @param end by {@link System#nanoTime} */
    Evidence await(Host host, long end) throws InterruptedException {
        return path(host).take(end);
    }

    /** Marks the end of a look: earlier evidence does not count for the next one. */
    void looked(Host host) {
        path(host).looked();
    }

    private void connect(PathEvidence path, InetSocketAddress address) {
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
                    // No route, or no answer in time: no evidence.
                    boolean refused = fault instanceof ConnectException && String.valueOf(fault.getMessage()).contains("refused");
                    ended(refused ? Evidence.REFUSED : Evidence.NONE);
                }

                private void ended(Evidence found) {
                    end.cancel(false);
                    close(channel);
                    path.ended(found, Duration.ofNanos(System.nanoTime() - begun));
                }
            });
        } catch (IOException | UnresolvedAddressException unable) {
            LOG.warn("no connection can be opened: {}", unable.getMessage());
            path.ended(Evidence.NONE, Duration.ZERO);
        } catch (RejectedExecutionException ends) {
            LOG.debug("no connection is opened, because the server ends");
            path.ended(Evidence.NONE, Duration.ZERO);
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
