package org.caravan.server.metrics;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CopyId;
import org.caravan.api.application.ConsumedView;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;

/** Converts readings of metrics into answers of REST. */
final class ConsumedViews {

    private ConsumedViews() {}

    /** @param readings all readings of one host or copy, at least one */
    static ConsumedView of(List<Reading> readings) {
        Reading any = readings.get(0);
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        readings.forEach(reading -> values.put(reading.metric(), reading.value()));
        Optional<CopyId> id = Optional.of(any.copy()).filter(label -> !label.isEmpty()).map(CopyId::parse);
        return new ConsumedView(any.hostId(), id.map(CopyId::application), id.map(CopyId::toString), value(values, Metric.CPU),
                value(values, Metric.MEMORY),
                value(values, Metric.DISK_READ), value(values, Metric.DISK_WRITE), value(values, Metric.NETWORK_IN),
                        value(values, Metric.NETWORK_OUT),
                value(values, Metric.REQUESTS), value(values, Metric.LATENCY_MEDIAN), value(values, Metric.LATENCY_P95),
                        value(values, Metric.LATENCY_P99), value(values, Metric.CONNECTIONS_PER_SECOND),
                value(values, Metric.ROUND_TRIP_MEDIAN), value(values, Metric.ROUND_TRIP_P95),
                readings.stream().map(Reading::at).max(Comparator.naturalOrder()).orElseThrow());
    }

    private static Optional<Double> value(Map<Metric, Double> values, Metric metric) {
        return Optional.ofNullable(values.get(metric));
    }
}
