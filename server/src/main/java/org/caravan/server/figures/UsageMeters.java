package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.server.Settings;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Metrics of resource usage by hosts and copies, if it is sampled. For a whole host the label {@code copy} is empty. */
@Component
class UsageMeters {

    private final ReadingStore store;
    private final Settings.Metrics settings;
    private final Clock clock;
    private final Map<Metric, LabelledGauge> gauges = new EnumMap<>(Metric.class);

    UsageMeters(ReadingStore store, Settings settings, Clock clock, MeterRegistry registry) {
        this.store = store;
        this.settings = settings.metrics();
        this.clock = clock;
        add(registry, Metric.CPU, "cpu", "cores", "Processor taken");
        add(registry, Metric.MEMORY, "memory", "bytes", "Memory in use");
        add(registry, Metric.DISK_READ, "disk.read", "bytes.per.second", "Read from disks");
        add(registry, Metric.DISK_WRITE, "disk.write", "bytes.per.second", "Written to disks");
        add(registry, Metric.NETWORK_IN, "network.in", "bytes.per.second", "Received from the network");
        add(registry, Metric.NETWORK_OUT, "network.out", "bytes.per.second", "Sent into the network");
        add(registry, Metric.REQUESTS, "requests", "per.second", "Requests that a router served");
        add(registry, Metric.LATENCY_MEDIAN, "latency.median", "seconds", "Time to first byte of the response at a router, median");
        add(registry, Metric.LATENCY_P95, "latency.p95", "seconds", "Time to first byte of the response at a router, 95th percentile");
        add(registry, Metric.LATENCY_P99, "latency.p99", "seconds", "Time to first byte of the response at a router, 99th percentile");
        add(registry, Metric.CONNECTIONS_PER_SECOND, "connections", "per.second", "Connection attempts of users without a router");
        add(registry, Metric.ROUND_TRIP_MEDIAN, "round.trip.median", "seconds", "Round-trip time of these connections, median");
        add(registry, Metric.ROUND_TRIP_P95, "round.trip.p95", "seconds", "Round-trip time of these connections, 95th percentile");
    }

    @Scheduled(initialDelay = 2_000, fixedDelay = 5_000)
    void renew() {
        if (!settings.used()) {
            return;
        }
        List<Reading> newest = store.newest(clock.instant().minus(settings.fresh()));
        gauges.forEach((metric, gauge) -> gauge.renew(newest.stream().filter(reading -> reading.metric() == metric)
                .collect(Collectors.toMap(reading -> Tags.of("host", reading.hostId(), "copy", reading.copy()), UsageMeters::value))));
    }

    private void add(MeterRegistry registry, Metric metric, String name, String unit, String description) {
        gauges.put(metric, new LabelledGauge(registry, "caravan.usage." + name, unit, description));
    }

    private static double value(Reading reading) {
        return switch (reading.metric()) {
            case CPU, LATENCY_MEDIAN, LATENCY_P95, LATENCY_P99, ROUND_TRIP_MEDIAN, ROUND_TRIP_P95 -> reading.value() / 1000;
            default -> reading.value();
        };
    }
}
