package org.caravan.server.infrastructure;

import org.caravan.adapter.CloudAdapter;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.call.WatchedCalls;

/** The same adapters, whoever calls them, each call timed and traced. */
final class WatchedAdapters implements Adapters {

    private final Adapters real;
    private final WatchedCalls calls;

    WatchedAdapters(Adapters real, WatchedCalls calls) {
        this.real = real;
        this.calls = calls;
    }

    @Override
    public CloudAdapter of(Host host) {
        CloudAdapter adapter = real.of(host);
        return adapter == null ? null : calls.of(adapter);
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
    }

    @Override
    public void close() {
        real.close();
    }
}
