package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.metric.Metric;

/**
 * What was measured in a period, or is supposed to be.
 *
 * @param components values of all copies of a component together: the sum; the mean for memory and the largest for latencies
 * @param series values of metrics of the model by id, and of measured promises ({@code slo NAME}, in s), in base units
 * @param rates received requests per second by group of users and request
 * @param hosts 0 while the host does not answer, by id; hosts that always answer are absent
 * @param supposed whether a load is given, not recorded: promises are then judged by predicted latencies
 * @param suppositions value by what-if supposition without its value, for example {@code price cloud-large}
 */
record Observed(Map<OfComponent, Steps> components, Map<String, Steps> series, Map<Sent, Steps> rates, SortedMap<String, Steps> hosts,
        SortedMap<String, Steps> suppositions, boolean supposed) {

    /** Interval of recorded values, which hold for a minute. */
    static final Duration MINUTE = Duration.ofMinutes(1);

    private static final Set<Metric> LATENCIES = EnumSet.of(Metric.LATENCY_MEDIAN, Metric.LATENCY_P95, Metric.LATENCY_P99,
            Metric.ROUND_TRIP_MEDIAN, Metric.ROUND_TRIP_P95);

    static final Observed NOTHING = new Observed(Map.of(), Map.of(), Map.of(), new TreeMap<>(), new TreeMap<>(),
            false);

    /** Metric of a component, or of a router of its users. */
    record OfComponent(String componentId, Metric metric) {

        /** Whether the value is a sum that the copies share; otherwise each copy has it. */
        boolean shared() {
            return metric != Metric.MEMORY && !LATENCIES.contains(metric);
        }
    }

    /** A request of a group of users. */
    record Sent(String usersId, String requestId) {}

    Observed {
        components = Map.copyOf(components);
        series = Map.copyOf(series);
        rates = Map.copyOf(rates);
        hosts = new TreeMap<>(hosts);
        suppositions = new TreeMap<>(suppositions);
    }

    /** The same, where given values replace those that are recorded. */
    Observed replacedBy(Observed given) {
        return new Observed(merged(components, given.components), merged(series, given.series), merged(rates, given.rates),
                new TreeMap<>(merged(hosts, given.hosts)), new TreeMap<>(merged(suppositions, given.suppositions)),
                supposed || given.supposed);
    }

    private static <K> Map<K, Steps> merged(Map<K, Steps> recorded, Map<K, Steps> given) {
        Map<K, Steps> all = new HashMap<>(recorded);
        all.putAll(given);
        return all;
    }

    boolean silent(String hostId, Instant at) {
        return hosts.getOrDefault(hostId, Steps.NONE).at(at).orElse(1) == 0;
    }
}
