package org.caravan.server.adaptation;

import jakarta.annotation.PreDestroy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.node.LastSeen;
import org.springframework.stereotype.Component;

/**
 * Looks at hosts within a time limit, so that a host that does not answer delays neither the round nor the looks at other hosts. A look
 * that exceeds the limit counts as silence; it is not repeated before it has ended.
 */
@Component
class HostLooks {

    private static final int AT_ONCE = 16;

    private final Adapters adapters;
    private final LastSeen seen;
    private final long limitMillis;
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("host-looks"));
    private final Map<String, Future<Seen>> underWay = new ConcurrentHashMap<>();

    HostLooks(Adapters adapters, LastSeen seen, Settings settings) {
        this.adapters = adapters;
        this.seen = seen;
        this.limitMillis = settings.adaptation().lookTimeout().toMillis();
    }

    private record Seen(Outcome outcome, String detail) {}

    /** One look per host, all with the time at which the round began. */
    List<HostLook> look(List<Host> hosts, Instant at) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        Map<String, Boolean> late = new LinkedHashMap<>();
        for (Host host : hosts) {
            Future<Seen> former = underWay.get(host.id());
            late.put(host.id(), former != null && !former.isDone());
            if (!late.get(host.id())) {
                underWay.put(host.id(), threads.submit(() -> seen(host)));
            }
        }
        List<HostLook> looks = new ArrayList<>();
        late.forEach((hostId, stillLooking) -> {
            Seen found = stillLooking ? tooLate() : await(underWay.get(hostId), end);
            looks.add(new HostLook(hostId, found.outcome(), at, found.detail()));
        });
        underWay.keySet().removeIf(hostId -> underWay.get(hostId).isDone());
        return looks;
    }

    private Seen await(Future<Seen> look, long end) {
        try {
            return look.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return tooLate();
        } catch (ExecutionException broken) {
            return new Seen(Outcome.UNCLEAR, String.valueOf(broken.getCause().getMessage()));
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            return new Seen(Outcome.UNCLEAR, "the server ends");
        }
    }

    private Seen tooLate() {
        return new Seen(Outcome.SILENT, "no answer within " + limitMillis + " ms");
    }

    private Seen seen(Host host) {
        try {
            adapters.of(host).observe(host);
            seen.answered(host.id());
            return new Seen(Outcome.ANSWERED, "");
        } catch (AdapterFault fault) {
            return new Seen(switch (fault.kind()) {
                case UNREACHABLE -> Outcome.SILENT;
                case UNTRUSTED -> Outcome.REFUSED;
                case OUTDATED, NO_CAPACITY, THROTTLED, UNSUPPORTED, FAILED -> Outcome.UNCLEAR;
            }, fault.sentence());
        }
    }

    @PreDestroy
    void end() {
        threads.shutdownNow();
    }
}
