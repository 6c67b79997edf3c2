package org.caravan.server.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.caravan.adapter.ClientCounts;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.ResourceCounters;
import org.caravan.adapter.RouterCounts;
import org.caravan.application.RequestTimes;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;

/** Computes readings from one host's counters. The first poll yields only memory, because a rate needs two. */
final class Rates {

    private final String hostId;
    private final Map<String, Counted> before = new HashMap<>();
    private final Map<String, Answered> answeredBefore = new HashMap<>();

    private final Map<String, Opened> openedBefore = new HashMap<>();

    private record Opened(Instant at, ClientCounts counts) {}

    private record Counted(Instant at, ResourceCounters consumption) {}

    private record Answered(Instant at, RouterCounts counts) {}

    Rates(String hostId) {
        this.hostId = hostId;
    }

    List<Reading> of(HostUsage usage, Instant at) {
        List<Reading> readings = new ArrayList<>(of("", usage.host(), at));
        usage.copies().forEach((id, consumption) -> readings.addAll(of(id.label(), consumption, at)));
        before.keySet().removeIf(label -> !label.isEmpty() && usage.copies().keySet().stream().noneMatch(id -> id.label().equals(label)));
        usage.requests().forEach((id, counts) -> readings.addAll(requests(id.label(), counts, at)));
        answeredBefore.keySet().removeIf(label -> usage.requests().keySet().stream().noneMatch(id -> id.label().equals(label)));
        usage.clients().forEach((id, counts) -> readings.addAll(clients(id.label(), counts, at)));
        openedBefore.keySet().removeIf(label -> usage.clients().keySet().stream().noneMatch(id -> id.label().equals(label)));
        return readings;
    }

    /** Connections of users since the previous poll, and round-trip times of those that are open now. */
    private List<Reading> clients(String copy, ClientCounts now, Instant at) {
        List<Reading> readings = new ArrayList<>();
        Opened last = openedBefore.put(copy, new Opened(at, now));
        if (last != null && at.isAfter(last.at())) {
            long before = now.start().equals(last.counts().start()) ? last.counts().attempts() : 0;
            readings.add(new Reading(hostId, copy, Metric.CONNECTIONS_PER_SECOND, Math.max(0, now.attempts() - before)
                    / (Duration.between(last.at(), at).toNanos() / 1e9), at));
        }
        if (!now.trips().isEmpty()) {
            TreeMap<Long, Long> steps = new TreeMap<>();
            now.trips().forEach(trip -> steps.merge(RequestTimes.step(trip.smoothedMillis()), 1L, Long::sum));
            RequestTimes times = new RequestTimes(steps);
            readings.add(new Reading(hostId, copy, Metric.ROUND_TRIP_MEDIAN, times.percentileMillis(0.5), at));
            readings.add(new Reading(hostId, copy, Metric.ROUND_TRIP_P95, times.percentileMillis(0.95), at));
        }
        return readings;
    }

    /** Request metrics since the previous poll; without requests there is no latency. */
    private List<Reading> requests(String copy, RouterCounts now, Instant at) {
        Answered last = answeredBefore.put(copy, new Answered(at, now));
        if (last == null || !at.isAfter(last.at())) {
            return List.of();
        }
        RequestTimes since = now.since(last.counts()).all().times();
        List<Reading> readings = new ArrayList<>();
        readings.add(new Reading(hostId, copy, Metric.REQUESTS, since.count() / (Duration.between(last.at(), at).toNanos() / 1e9), at));
        if (since.count() > 0) {
            readings.add(new Reading(hostId, copy, Metric.LATENCY_MEDIAN, since.percentileMillis(0.5), at));
            readings.add(new Reading(hostId, copy, Metric.LATENCY_P95, since.percentileMillis(0.95), at));
            readings.add(new Reading(hostId, copy, Metric.LATENCY_P99, since.percentileMillis(0.99), at));
        }
        return readings;
    }

    private List<Reading> of(String copy, ResourceCounters now, Instant at) {
        List<Reading> readings = new ArrayList<>();
        readings.add(new Reading(hostId, copy, Metric.MEMORY, now.memory().value(), at));
        Counted last = before.put(copy, new Counted(at, now));
        // Counters that decreased belong to a restarted copy or host.
        if (last == null || !at.isAfter(last.at()) || now.cpuMillis() < last.consumption().cpuMillis()) {
            return readings;
        }
        double seconds = Duration.between(last.at(), at).toNanos() / 1e9;
        add(readings, copy, Metric.CPU, ResourceCounters::cpuMillis, last, now, seconds, at);
        add(readings, copy, Metric.DISK_READ, one -> one.read().value(), last, now, seconds, at);
        add(readings, copy, Metric.DISK_WRITE, one -> one.written().value(), last, now, seconds, at);
        add(readings, copy, Metric.NETWORK_IN, one -> one.received().value(), last, now, seconds, at);
        add(readings, copy, Metric.NETWORK_OUT, one -> one.sent().value(), last, now, seconds, at);
        return readings;
    }

    private void add(List<Reading> readings, String copy, Metric metric, ToLongFunction<ResourceCounters> counter, Counted last,
            ResourceCounters now,
            double seconds, Instant at) {
        long more = counter.applyAsLong(now) - counter.applyAsLong(last.consumption());
        readings.add(new Reading(hostId, copy, metric, Math.max(0, more) / seconds, at));
    }
}
