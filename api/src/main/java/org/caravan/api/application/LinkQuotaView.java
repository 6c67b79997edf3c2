package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "LinkQuota", description = "Bytes that all copies of a host may send on an access link in a period, and what they sent.")
public record LinkQuotaView(
        @Schema(description = "Part of the host in the link's quota, in bytes.", example = "10000000000") long bytes,
        @Schema(description = "Period of the quota, in UTC.", example = "month", allowableValues = {"day", "month"}) String period,
        @Schema(description = "Capacity of the link once the quota is used, in bit/s; absent if it stays.", example = "256000")
        Optional<Long> maxBitsPerSecond,
        @Schema(description = "Price of each further GiB once the quota is used, in EUR; absent if the link gets slower instead.",
                example = "0.09") Optional<Double> eurosPerGib,
        @Schema(description = "Bytes that copies of all organisations sent in the period, with headers of frames.", example = "1250000000")
        long usedBytes,
        @Schema(description = "When the period ends and the next one begins (ISO 8601, UTC).") Instant renewal,
        @Schema(description = "When the quota was used up (ISO 8601, UTC); absent if the link has its usual capacity and price.")
        Optional<Instant> exceeded) {}
