package org.caravan.server.samples;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.caravan.json.Json;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the statistics of a probe run to subscribers. Never fails its caller, because the statistics can be read again at any time. */
public final class WindowResults {

    private static final Logger LOG = LoggerFactory.getLogger(WindowResults.class);

    /** Statistics per event; about 25 kB. */
    private static final int STATISTICS_AT_ONCE = 100;

    private final SampleStore samples;
    private final Consumer<String> broker;
    private final Clock clock;

    WindowResults(SampleStore samples, Consumer<String> broker, Clock clock) {
        this.samples = samples;
        this.broker = broker;
        this.clock = clock;
    }

    public void tell(String probeRunId, Instant since) {
        try {
            List<Statistic> statistics = samples.statistics(since);
            Instant until = clock.instant();
            int parts = (statistics.size() + STATISTICS_AT_ONCE - 1) / STATISTICS_AT_ONCE;
            for (int part = 0; part < parts; part++) {
                List<Statistic> some = statistics.subList(part * STATISTICS_AT_ONCE,
                        Math.min(statistics.size(), (part + 1) * STATISTICS_AT_ONCE));
                broker.accept(Json.write(new WindowEvent(UUID.randomUUID().toString(), probeRunId, since, until, part + 1, parts, some)));
            }
        } catch (RuntimeException e) {
            LOG.warn("the results of probe run {} were not published: {}", probeRunId, e.getMessage());
        }
    }

    /**
     * Event with the statistics of a probe run's window, for subscribers.
     *
     * @param id unique among events
     * @param since start of the window
     * @param part number of this part, from 1; a large network's statistics are split into several events
     */
    private record WindowEvent(String id, String probeRunId, Instant since, Instant until, int part, int parts,
            List<Statistic> statistics) {}
}
