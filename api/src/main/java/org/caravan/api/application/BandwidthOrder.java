package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "BandwidthRequest", description = "Bandwidth of a copy on each access link that its traffic uses.")
public record BandwidthOrder(
        @Schema(description = "Minimum in bit/s, 0 to 32000000000 (default: 0).", example = "20000000") Optional<Long> minBitsPerSecond,
        @Schema(description = "Maximum in bit/s, 64000 to 32000000000 and not below the minimum; absent: only the capacity limits the "
                + "copy.", example = "50000000") Optional<Long> maxBitsPerSecond,
        @Schema(description = "Weight when the rest of the capacity is divided, 0.001 to 1000 (default: 1).", example = "3")
        Optional<Double> share) {

    public BandwidthOrder {
        minBitsPerSecond = minBitsPerSecond == null ? Optional.empty() : minBitsPerSecond;
        maxBitsPerSecond = maxBitsPerSecond == null ? Optional.empty() : maxBitsPerSecond;
        share = share == null ? Optional.empty() : share;
    }
}
