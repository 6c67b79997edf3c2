package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.NewestStatistics;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.server.infrastructure.Infrastructures;
import org.springframework.stereotype.Component;

/** The matrix of all paths, from what the newest probe run measured and, for the rest, from the samples of the last days. */
@Component
public class Network {

    private static final Duration WINDOW = Duration.ofDays(7);

    private final SampleStore samples;
    private final ProbeRunStore runs;
    private final Infrastructures infrastructures;
    private final Clock clock;
    private volatile Known known;

    /** A matrix and what it was made from, so that asking twice reads the samples once. */
    private record Known(Infrastructure infrastructure, NetworkMatrix matrix) {}

    Network(SampleStore samples, ProbeRunStore runs, Infrastructures infrastructures, Clock clock) {
        this.samples = samples;
        this.runs = runs;
        this.infrastructures = infrastructures;
        this.clock = clock;
    }

    /** Empty before the first probe, but for paths inside sites. */
    public NetworkMatrix matrix() {
        Optional<Infrastructure> current = infrastructures.current();
        if (current.isEmpty()) {
            return new NetworkMatrix(new java.util.TreeMap<>());
        }
        Known latest = known;
        if (latest == null || latest.infrastructure() != current.get()) {
            NetworkMatrix matrix = NetworkMatrixBuilder.build(statistics(), current.get(), clock.instant());
            latest = new Known(current.get(), matrix);
            known = latest;
        }
        return latest.matrix();
    }

    /** The newest probe run goes before all earlier ones, for what it measured. */
    private List<Statistic> statistics() {
        List<List<Statistic>> windows = new ArrayList<>();
        runs.find("latest").ifPresent(newest -> windows.add(samples.statistics(newest.askedAt())));
        windows.add(samples.statistics(clock.instant().minus(WINDOW)));
        return NewestStatistics.of(windows);
    }

    /** Whether any path between two sites was measured. */
    public boolean measured() {
        return matrix().all().keySet().stream().anyMatch(path -> !path.withinSite());
    }

    /** To be called when there are new samples. */
    void forget() {
        known = null;
    }
}
