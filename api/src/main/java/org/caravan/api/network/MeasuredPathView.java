package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "MeasuredPath", description = "Everything known about a network path.")
public record MeasuredPathView(
        @Schema(description = "Start of the path: site, ISP and IP version.", example = "users-bergen.BKK/ipv6") String from,
        @Schema(description = "End of the path: site, ISP and IP version.", example = "simula.Uninett/ipv6") String to,
        @Schema(description = "Idle round-trip time (without load by probes), in ms.") FigureView idleRtt,
        @Schema(description = "Round-trip time while a probe's flow saturates the path, in ms; absent if unknown.")
                Optional<FigureView> loadedRtt,
        @Schema(description = "TCP payload received, in bit/s; absent if unknown.") Optional<FigureView> throughput,
        @Schema(description = "Fraction of unanswered probes, 0 to 1.", example = "0.02") double loss,
        @Schema(description = "Jitter: mean difference between the round-trip times of consecutive probes, in ms; absent if unknown.")
                Optional<FigureView> jitter) {

    @Schema(name = "Figure", description = "Statistics of one quantity, in its unit.")
    public record FigureView(
            @Schema(description = "Arithmetic mean.") double mean,
            @Schema(description = "Half-width of the 95 % confidence interval of the mean.") double halfWidth95,
            @Schema(description = "Median.") double median,
            @Schema(description = "95th percentile.") double p95,
            @Schema(description = "Number of samples; for an estimate: those of the reverse path, otherwise 0.") int samples,
            @Schema(description = "Time of the newest sample (ISO 8601, UTC).") Instant newest,
            @Schema(allowableValues = {"MEASURED", "PASSIVE", "ESTIMATED"},
                    description = "MEASURED by probes, PASSIVE: measured on connections of applications, or ESTIMATED from other paths.")
            String origin,
            @Schema(description = "99th percentile; absent if the path and its reverse have fewer than 100 samples.") Optional<Double> p99,
            @Schema(description = "Number of samples of the 99th percentile, at least 100, from several probe runs; absent with it.",
                    example = "1344")
                    Optional<Integer> p99Samples) {}
}
