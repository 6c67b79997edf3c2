package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(name = "BandwidthMean", description = "Means of a copy's bandwidth in one direction of an access link over a minute or an hour.")
public record BandwidthMeanView(
        @Schema(description = "Start of the minute or hour (ISO 8601, UTC).") Instant begin,
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Instance and generation of the copy.", example = "frontend:1@7") String copy,
        @Schema(description = "Id of the ISP of the access link.", example = "BKK") String ispId,
        @Schema(description = "Time within it that was measured, in s.", example = "60") double seconds,
        @Schema(description = "Rate that the copy could send or receive at, in bit/s.", example = "9000000") long grantedBitsPerSecond,
        @Schema(description = "Rate at which it sent or received, in bit/s.", example = "8700000") long usedBitsPerSecond,
        @Schema(description = "Estimated rate of packets that were dropped, in bit/s.", example = "0") long refusedBitsPerSecond,
        @Schema(description = "True for what the copy receives, false for what it sends.", example = "false") boolean inbound) {

    /** Unique key for paging, in order of time. */
    public String subject() {
        return begin + " " + copy + " " + ispId + (inbound ? " in" : "");
    }
}
