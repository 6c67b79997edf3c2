package org.caravan.server.bandwidth;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;
import org.caravan.application.Bandwidth;
import org.caravan.server.rest.ProblemException;
import org.caravan.unit.BitRate;
import org.springframework.http.HttpStatus;

@Schema(name = "BandwidthRequest", description = "Bandwidth of a copy on each access link that its traffic uses.")
record BandwidthOrder(
        @Schema(description = "Minimum in bit/s, 0 to 32000000000 (default: 0).", example = "20000000") Optional<Long> minBitsPerSecond,
        @Schema(description = "Maximum in bit/s, 64000 to 32000000000 and not below the minimum; absent: only the capacity limits the "
                + "copy.", example = "50000000") Optional<Long> maxBitsPerSecond,
        @Schema(description = "Weight when the rest of the capacity is divided, 0.001 to 1000 (default: 1).", example = "3")
        Optional<Double> share) {

    private static final long MOST = 32_000_000_000L;
    private static final long LEAST_MAXIMUM = 64_000;
    private static final double MOST_SHARE = 1000;

    BandwidthOrder {
        minBitsPerSecond = minBitsPerSecond == null ? Optional.empty() : minBitsPerSecond;
        maxBitsPerSecond = maxBitsPerSecond == null ? Optional.empty() : maxBitsPerSecond;
        share = share == null ? Optional.empty() : share;
    }

    /** @throws ProblemException with code bandwidth-invalid */
    Bandwidth bandwidth() {
        long min = minBitsPerSecond.orElse(0L);
        double weight = share.orElse(1.0);
        if (min < 0 || min > MOST) {
            throw invalid("A minimum cannot be (" + min + ") bit/s, but 0 to " + MOST + ".", "use 5000000.");
        }
        if (maxBitsPerSecond.filter(max -> max < LEAST_MAXIMUM || max > MOST).isPresent()) {
            throw invalid("A maximum cannot be (" + maxBitsPerSecond.get() + ") bit/s, but " + LEAST_MAXIMUM + " to " + MOST + ".",
                    "use 50000000.");
        }
        if (!(weight >= 1 / MOST_SHARE) || weight > MOST_SHARE) {
            throw invalid("A share cannot be (" + weight + "), but 0.001 to 1000.", "use 1.");
        }
        if (maxBitsPerSecond.filter(max -> max < min).isPresent()) {
            throw invalid("The minimum of " + new BitRate(min) + " is above the maximum of " + new BitRate(maxBitsPerSecond.get()) + ".",
                    "raise the maximum.");
        }
        return new Bandwidth(weight, new BitRate(min), maxBitsPerSecond.map(BitRate::new));
    }

    private static ProblemException invalid(String message, String suggestion) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bandwidth-invalid", message, suggestion);
    }
}
