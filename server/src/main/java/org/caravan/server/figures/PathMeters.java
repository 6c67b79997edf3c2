package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.server.network.Network;
import org.caravan.store.SampleStoreFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Metrics of each path between two sites; rows of paths without figures are removed. */
@Component
class PathMeters {

    private static final Logger LOG = LoggerFactory.getLogger(PathMeters.class);
    private static final double MILLI = 1e-3;

    private final Network network;
    private final List<Shown> shown;
    private final LabelledGauge loss;
    private final LabelledGauge silent;
    private NetworkMatrix last;

    private record Shown(LabelledGauge gauge, Function<PathFigures, Optional<PathStatistic>> figure,
            Function<PathStatistic, Double> value) {}

    PathMeters(Network network, MeterRegistry registry) {
        this.network = network;
        this.shown = List.of(
                new Shown(gauge(registry, "rtt", "seconds", "Idle round-trip time, mean"), PathMeters::idle,
                        figure -> figure.mean() * MILLI),
                new Shown(gauge(registry, "rtt.p95", "seconds", "Idle round-trip time, 95th percentile"), PathMeters::idle,
                        figure -> figure.p95() * MILLI),
                new Shown(gauge(registry, "rtt.p99", "seconds", "Idle round-trip time, 99th percentile of a hundred samples or more"),
                        PathMeters::tailed, figure -> figure.p99().orElseThrow().value() * MILLI),
                new Shown(gauge(registry, "rtt.loaded", "seconds", "Round-trip time while a probe's flow saturates the path, mean"),
                        PathFigures::loadedRtt, figure -> figure.mean() * MILLI),
                new Shown(gauge(registry, "jitter", "seconds", "Jitter: mean difference between consecutive round-trip times"),
                        PathFigures::jitter, figure -> figure.mean() * MILLI),
                new Shown(gauge(registry, "throughput", "bits.per.second", "TCP payload received, mean"), PathFigures::throughput,
                        PathStatistic::mean),
                new Shown(gauge(registry, "samples", null, "Number of samples of the round-trip time"), PathMeters::idle,
                        figure -> (double) figure.samples()),
                new Shown(gauge(registry, "newest.sample.timestamp", "seconds",
                        "Time of the newest sample of the round-trip time, since 1970"), PathMeters::idle,
                        figure -> figure.newest().toEpochMilli() * MILLI));
        this.loss = gauge(registry, "loss", "ratio", "Fraction of unanswered probes, 0 to 1");
        this.silent = gauge(registry, "silent", null, "1 for a path on which no probe of the latest run was answered");
    }

    /** Does nothing if the matrix is unchanged. */
    @Scheduled(initialDelay = 2_000, fixedDelay = 5_000)
    void renew() {
        NetworkMatrix matrix;
        try {
            matrix = network.matrix();
        } catch (SampleStoreFault away) {
            LOG.debug("figures stay as they are: {}", away.getMessage());
            return;
        }
        if (matrix == last) {
            return;
        }
        last = matrix;
        List<PathFigures> paths = matrix.all().values().stream().filter(path -> !path.path().withinSite()).toList();
        shown.forEach(one -> one.gauge().renew(values(one, paths)));
        loss.renew(paths.stream().collect(Collectors.toMap(path -> tags(path.path()), PathFigures::loss)));
        silent.renew(matrix.silent().stream().collect(Collectors.toMap(PathMeters::tags, path -> 1.0)));
    }

    private static Map<Tags, Double> values(Shown one, List<PathFigures> paths) {
        Map<Tags, Double> values = new HashMap<>();
        paths.forEach(path -> one.figure().apply(path).ifPresent(figure ->
                values.put(tags(path.path()).and("origin", figure.origin().name().toLowerCase(Locale.ROOT)), one.value().apply(figure))));
        return values;
    }

    private static Optional<PathStatistic> idle(PathFigures path) {
        return Optional.of(path.idleRtt());
    }

    /** Idle RTT, if its p99 is known. */
    private static Optional<PathStatistic> tailed(PathFigures path) {
        return idle(path).filter(figure -> figure.p99().isPresent());
    }

    private static Tags tags(PathId path) {
        return Tags.of("from_site", path.from().siteId(), "from_isp", path.from().ispId(), "to_site", path.to().siteId(),
                "to_isp", path.to().ispId(), "family", path.from().family().toString());
    }

    private static LabelledGauge gauge(MeterRegistry registry, String name, String unit, String description) {
        return new LabelledGauge(registry, "caravan.path." + name, unit, description);
    }
}
