package org.caravan.server.infrastructure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.adapter.CloudAdapter;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.call.InstrumentedCalls;

/** Decorates adapters: each call is timed and traced. */
final class InstrumentedAdapters implements Adapters {

    private final Adapters real;
    private final InstrumentedCalls calls;
    /** Decorated adapters by original adapter. */
    private final Map<CloudAdapter, CloudAdapter> watched = new ConcurrentHashMap<>();

    InstrumentedAdapters(Adapters real, InstrumentedCalls calls) {
        this.real = real;
        this.calls = calls;
    }

    @Override
    public CloudAdapter of(Host host) {
        CloudAdapter adapter = real.of(host);
        return adapter == null ? null : watched.computeIfAbsent(adapter, calls::of);
    }

    @Override
    public void check(Infrastructure infrastructure) {
        real.check(infrastructure);
    }

    @Override
    public Infrastructure reached(Infrastructure infrastructure) {
        return real.reached(infrastructure);
    }

    @Override
    public void use(Infrastructure infrastructure) {
        real.use(infrastructure);
        // Simulated hosts get a new adapter with each infrastructure.
        watched.clear();
    }

    @Override
    public void close() {
        real.close();
    }
}
