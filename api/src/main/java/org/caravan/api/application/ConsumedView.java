package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "Taken", description = "Resource usage of a host or of a copy; figures that have not been read yet are absent.")
public record ConsumedView(
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
        @Schema(description = "TCP connection attempts of users at a copy without a router, per s; a connection is no request. Absent "
                + "for other copies.") Optional<Double> connectionsPerSecond,
        @Schema(description = "Median round-trip time of these connections as the kernel estimates it, in ms: the network alone; absent "
                + "if none was active in the last 15 s.") Optional<Double> roundTripMedianMillis,
        @Schema(description = "95th percentile of the same time, in ms.") Optional<Double> roundTripP95Millis,
        @Schema(description = "Time of reading (ISO 8601, UTC).") Instant at) {

    /** Unique key for paging. */
    public String subject() {
        return hostId + " " + application.orElse("") + " " + copy.orElse("");
    }
}
