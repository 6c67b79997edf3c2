package org.caravan.execution.fleet;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.CloudAdapter;
import org.caravan.execution.time.ShutdownException;

/** Limits concurrent adapter calls that change hosts, per host and per provider, over all runs. */
public final class ConcurrencyLimits {

    private final Map<String, Semaphore> hosts = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> providers = new ConcurrentHashMap<>();

    public void pass(CloudAdapter adapter, String hostId, Runnable call) {
        passing(adapter, hostId, () -> {
            call.run();
            return null;
        });
    }

    public <T> T passing(CloudAdapter adapter, String hostId, Supplier<T> call) {
        CallLimits limits = adapter.callLimits();
        Semaphore host = hosts.computeIfAbsent(hostId, id -> new Semaphore(limits.changesPerHost(), true));
        Semaphore provider = providers.computeIfAbsent(adapter.provider(), name -> new Semaphore(limits.changes(), true));
        // Acquire the host's permit first: a slow host must not use up the provider's permits with queued calls.
        enter(host);
        try {
            enter(provider);
            try {
                return call.get();
            } finally {
                provider.release();
            }
        } finally {
            host.release();
        }
    }

    private static void enter(Semaphore gate) {
        try {
            gate.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ShutdownException();
        }
    }
}
