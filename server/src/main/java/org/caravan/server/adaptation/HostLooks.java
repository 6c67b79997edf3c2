package org.caravan.server.adaptation;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.node.LastSeen;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Looks at hosts within a time limit, so that a host that does not answer delays neither the round nor the looks at other hosts. A look
 * observes the host over its open session. If this takes longer than usual, a TCP connection tells a slow host from a silent one:
 *
 * <pre>
 * observed in time                     ANSWERED
 * not observed, connection accepted    SLOW
 * not observed, connection refused     UNCLEAR     the machine runs, its SSH server does not
 * no packet can be sent                UNCLEAR     no route, or no free file descriptor on this machine
 * none of these                        SILENT
 * </pre>
 *
 * A host without an address is simulated: it is silent only if its observation says so, and {@code UNCLEAR} if that takes too long.
 */
@Component
class HostLooks {

    private static final int AT_ONCE = 32;
    /** An observation over an open session usually takes less. Bare connections are avoided, because SSH servers penalise them. */
    private static final Duration USUAL = Duration.ofMillis(300);

    private final Consumer<Host> observation;
    private final Consumer<String> answered;
    private final boolean simulated;
    private final ConnectionAttempts connections;
    private final ExecutorService observing = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("host-observations"));
    private final ExecutorService looking = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("host-looks"));
    private final Map<String, Future<Seen>> underWay = new ConcurrentHashMap<>();

    @Autowired
    HostLooks(Adapters adapters, LastSeen seen, Settings settings) {
        this(host -> adapters.of(host).observe(host), seen::answered, settings.simulated(), settings.adaptation().lookTimeout());
    }

    /**
     * @param observation throws {@link AdapterFault}
     * @param simulated whether hosts have no real address
     * @param least time limit of a look at a near host
     */
    HostLooks(Consumer<Host> observation, Consumer<String> answered, boolean simulated, Duration least) {
        this.observation = observation;
        this.answered = answered;
        this.simulated = simulated;
        this.connections = new ConnectionAttempts(least);
    }

    private record Seen(Outcome outcome, String detail) {

        boolean silent() {
            return outcome == Outcome.SILENT;
        }
    }

    /** One look per host, all with the time at which the round began. */
    List<HostLook> look(List<Host> hosts, Instant at) {
        List<Future<Seen>> all = new ArrayList<>();
        hosts.forEach(host -> all.add(looking.submit(() -> look(host))));
        List<HostLook> looks = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            Seen found = result(all.get(i));
            looks.add(new HostLook(hosts.get(i).id(), found.outcome(), at, found.detail()));
        }
        underWay.values().removeIf(Future::isDone);
        return looks;
    }

    private Seen look(Host host) throws InterruptedException {
        Seen found = null;
        try {
            found = lookOnce(host);
            return found;
        } finally {
            connections.looked(host, found != null && found.silent());
        }
    }

    private Seen lookOnce(Host host) throws InterruptedException {
        long begun = System.nanoTime();
        long end = begun + connections.limit(host).toNanos();
        // An observation that lasts longer than a look is not repeated before it has ended.
        Future<Seen> observed = underWay.compute(host.id(), (id, former) -> former != null && !former.isDone() ? former
                : observing.submit(() -> observed(host)));
        boolean connectable = !simulated && !host.address().isEmpty();
        if (connectable && !connections.measured(host)) {
            connections.begin(host);
        }
        Seen first = await(observed, connectable ? Math.min(end, begun + USUAL.toNanos()) : end);
        if (!connectable && !observed.isDone()) {
            // A simulated host says at once that it cannot be reached. What takes longer is this machine or a lock of another server.
            return new Seen(Outcome.UNCLEAR, "it was not observed within " + Duration.ofNanos(end - begun).toMillis() + " ms");
        }
        if (!first.silent() || !connectable) {
            return first;
        }
        connections.begin(host);
        return switch (connections.await(host, end)) {
            case ACCEPTED -> alive(await(observed, end), Outcome.SLOW, "it accepts a connection but was not observed within "
                    + Duration.ofNanos(end - begun).toMillis() + " ms");
            case REFUSED -> alive(await(observed, end), Outcome.UNCLEAR, "it refuses connections to port " + host.port());
            case UNRESOLVED -> new Seen(Outcome.UNCLEAR, "its name " + host.address() + " cannot be resolved");
            case UNABLE -> alive(await(observed, end), Outcome.UNCLEAR, "this server can send nothing to " + host.address());
            case NONE -> alive(await(observed, end), Outcome.SILENT, "no connection within "
                    + Duration.ofNanos(end - begun).toMillis() + " ms");
        };
    }

    private static Seen alive(Seen observed, Outcome otherwise, String detail) {
        return observed.silent() ? new Seen(otherwise, detail) : observed;
    }

    private static Seen await(Future<Seen> look, long end) throws InterruptedException {
        try {
            return look.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return new Seen(Outcome.SILENT, "no answer in time");
        } catch (ExecutionException broken) {
            return new Seen(Outcome.UNCLEAR, String.valueOf(broken.getCause().getMessage()));
        }
    }

    private static Seen result(Future<Seen> look) {
        try {
            return look.get();
        } catch (ExecutionException broken) {
            return new Seen(Outcome.UNCLEAR, String.valueOf(broken.getCause().getMessage()));
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            return new Seen(Outcome.UNCLEAR, "the server ends");
        }
    }

    private Seen observed(Host host) {
        try {
            observation.accept(host);
            answered.accept(host.id());
            return new Seen(Outcome.ANSWERED, "");
        } catch (AdapterFault fault) {
            return new Seen(switch (fault.kind()) {
                case UNREACHABLE -> Outcome.SILENT;
                case UNTRUSTED -> Outcome.REFUSED;
                case OUTDATED, NO_CAPACITY, THROTTLED, UNSUPPORTED, FAILED -> Outcome.UNCLEAR;
            }, fault.sentence());
        }
    }

    ConnectionAttempts connections() {
        return connections;
    }

    @PreDestroy
    void end() {
        observing.shutdownNow();
        looking.shutdownNow();
        connections.close();
    }
}
