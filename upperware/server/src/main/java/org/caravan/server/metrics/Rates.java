package org.caravan.server.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.caravan.adapter.Consumption;
import org.caravan.adapter.HostUsage;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;

/** Makes readings of one host's counters. The first answer gives memory alone: a rate needs two. */
final class Rates {

    private final String hostId;
    private final Map<String, Counted> before = new HashMap<>();

    private record Counted(Instant at, Consumption consumption) {}

    Rates(String hostId) {
        this.hostId = hostId;
    }

    List<Reading> of(HostUsage usage, Instant at) {
        List<Reading> readings = new ArrayList<>(of("", usage.host(), at));
        usage.copies().forEach((id, consumption) -> readings.addAll(of(id.label(), consumption, at)));
        before.keySet().removeIf(label -> !label.isEmpty() && usage.copies().keySet().stream().noneMatch(id -> id.label().equals(label)));
        return readings;
    }

    private List<Reading> of(String copy, Consumption now, Instant at) {
        List<Reading> readings = new ArrayList<>();
        readings.add(new Reading(hostId, copy, Metric.MEMORY, now.memory().value(), at));
        Counted last = before.put(copy, new Counted(at, now));
        // Counters that fell belong to a copy or host that was started anew.
        if (last == null || !at.isAfter(last.at()) || now.cpuMillis() < last.consumption().cpuMillis()) {
            return readings;
        }
        double seconds = Duration.between(last.at(), at).toNanos() / 1e9;
        add(readings, copy, Metric.CPU, Consumption::cpuMillis, last, now, seconds, at);
        add(readings, copy, Metric.DISK_READ, one -> one.read().value(), last, now, seconds, at);
        add(readings, copy, Metric.DISK_WRITE, one -> one.written().value(), last, now, seconds, at);
        add(readings, copy, Metric.NETWORK_IN, one -> one.received().value(), last, now, seconds, at);
        add(readings, copy, Metric.NETWORK_OUT, one -> one.sent().value(), last, now, seconds, at);
        return readings;
    }

    private void add(List<Reading> readings, String copy, Metric metric, ToLongFunction<Consumption> counter, Counted last, Consumption now,
            double seconds, Instant at) {
        long more = counter.applyAsLong(now) - counter.applyAsLong(last.consumption());
        readings.add(new Reading(hostId, copy, metric, Math.max(0, more) / seconds, at));
    }
}
