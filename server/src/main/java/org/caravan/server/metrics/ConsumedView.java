package org.caravan.server.metrics;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CopyId;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;

@Schema(name = "Taken", description = "Resource usage of a host or of a copy; figures that have not been read yet are absent.")
record ConsumedView(
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Application of the copy; absent for the whole host.", example = "sock-shop") Optional<String> application,
        @Schema(description = "Instance and generation of the copy; absent for the whole host.",
                example = "frontend:1@7") Optional<String> copy,
        @Schema(description = "Processor, in thousandths of a core.") Optional<Double> cpuMilliCores,
        @Schema(description = "Memory in use, in bytes.") Optional<Double> memoryBytes,
        @Schema(description = "Disk reads, in byte/s.") Optional<Double> diskReadBytesPerSecond,
        @Schema(description = "Disk writes, in byte/s.") Optional<Double> diskWriteBytesPerSecond,
        @Schema(description = "Network receive rate, in byte/s.") Optional<Double> networkInBytesPerSecond,
        @Schema(description = "Network send rate, in byte/s.") Optional<Double> networkOutBytesPerSecond,
        @Schema(description = "Requests that a router served, per s; absent for other components.") Optional<Double> requestsPerSecond,
        @Schema(description = "Median time to the first byte of the response, in ms; absent if no request was served.")
        Optional<Double> latencyMedianMillis,
        @Schema(description = "95th percentile of the same time, in ms.") Optional<Double> latencyP95Millis,
        @Schema(description = "99th percentile of the same time, in ms.") Optional<Double> latencyP99Millis,
        @Schema(description = "Time of reading (ISO 8601, UTC).") Instant at) {

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
                        value(values, Metric.LATENCY_P99),
                readings.stream().map(Reading::at).max(Comparator.naturalOrder()).orElseThrow());
    }

    /** Unique key for paging. */
    String subject() {
        return hostId + " " + application.orElse("") + " " + copy.orElse("");
    }

    private static Optional<Double> value(Map<Metric, Double> values, Metric metric) {
        return Optional.ofNullable(values.get(metric));
    }
}
