package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "LinkBandwidth", description = "Bandwidth of a copy in one direction of an access link of its site: "
        + "what it is promised, and what it was granted and used.")
public record LinkBandwidthView(
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Id of the application.", example = "sock-shop") String application,
        @Schema(description = "Instance and generation of the copy.", example = "frontend:1@7") String copy,
        @Schema(description = "Id of the ISP of the access link.", example = "BKK") String ispId,
        @Schema(description = "Capacity of the link that its copies divide now, in bit/s; absent if it is not declared.",
                example = "20000000") Optional<Long> capacityBitsPerSecond,
        @Schema(description = "Minimum, in bit/s; 0 if none.", example = "5000000") long minBitsPerSecond,
        @Schema(description = "Maximum, in bit/s; absent if only the capacity limits the copy.") Optional<Long> maxBitsPerSecond,
        @Schema(description = "Weight when the rest of the capacity is divided; 1 for copies without bandwidth of their own.",
                example = "3") double share,
        @Schema(description = "Rate that the copy could send or receive at, mean of the interval, in bit/s.", example = "9000000")
        long grantedBitsPerSecond,
        @Schema(description = "Rate at which it sent or received, mean of the interval, in bit/s.", example = "8700000")
        long usedBitsPerSecond,
        @Schema(description = "Demand that was refused: estimated rate of packets that were dropped because more was sent than granted, in "
                + "bit/s. TCP sends less instead.", example = "0") long refusedBitsPerSecond,
        @Schema(description = "Length of the interval, in s.", example = "15") double seconds,
        @Schema(description = "End of the interval (ISO 8601, UTC).") Instant at,
        @Schema(description = "Quota of the host's copies on the link; absent if it has none, and for inbound traffic.")
        Optional<LinkQuotaView> quota,
        @Schema(description = "True for what the copy receives, false for what it sends.", example = "false") boolean inbound) {

    /** Unique key for paging. */
    public String subject() {
        return hostId + " " + application + " " + copy + " " + ispId + (inbound ? " in" : "");
    }
}
