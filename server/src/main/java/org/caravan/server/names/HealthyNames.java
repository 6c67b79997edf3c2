package org.caravan.server.names;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.change.EntryTable;
import org.caravan.execution.entry.EntryChoiceListener;
import org.caravan.execution.entry.EntryProbe;
import org.caravan.execution.entry.HealthFilteredEntries;
import org.caravan.plan.EntryPlacement;
import org.caravan.server.DaemonThreads;

/** Entry table that omits unhealthy addresses. Probes the hosts of replicas every 2 seconds; rounds never overlap. */
final class HealthyNames implements EntryTable, AutoCloseable {

    private static final int PAUSE_SECONDS = 2;

    private final EntryTable names;
    private final HealthFilteredEntries healthy;
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("caravan-entry-rounds"));

    HealthyNames(EntryTable names, EntryProbe probe, EntryChoiceListener listener) {
        this.names = names;
        this.healthy = new HealthFilteredEntries(names, probe, listener);
        rounds.scheduleWithFixedDelay(healthy::look, PAUSE_SECONDS, PAUSE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void set(String application, long generation, List<EntryPlacement> entries) {
        healthy.set(application, generation, entries);
    }

    @Override
    public void close() throws Exception {
        rounds.shutdownNow();
        if (names instanceof AutoCloseable open) {
            open.close();
        }
    }
}
