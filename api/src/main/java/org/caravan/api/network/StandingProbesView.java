package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "StandingProbes", description = "Plan and cost of the standing idle probes.")
public record StandingProbesView(
        @Schema(description = "Period of a path in use, in s; 0 if there are no standing idle probes.", example = "60") long periodSeconds,
        @Schema(description = "Why no path is probed now; absent if paths are probed.") Optional<String> off,
        @Schema(description = "Request time of the newest run (ISO 8601, UTC).") Optional<Instant> lastRun,
        @Schema(description = "Access links, by name.") List<LinkView> links) {

    @Schema(name = "ProbedLink", description = "Standing idle probes on an access link.")
    public record LinkView(
            @Schema(description = "Site and ISP.", example = "simula.Telenor") String link,
            @Schema(description = "Paths that cross the link and are measured, each in one direction.") int paths,
            @Schema(description = "Number of those that deployed applications use.") int used,
            @Schema(description = "Shortest interval between two measurements of a path, in s; 0 if no path is measured.")
            long shortestSeconds,
            @Schema(description = "Longest interval between two measurements of a path, in s; 0 if no path is measured.")
            long longestSeconds,
            @Schema(description = "Planned bytes in 24 hours, without repetitions of measurements with outliers.") long plannedBytes,
            @Schema(description = "Bytes of idle probes and packet trains in the last 24 hours, both directions.") long sentBytes,
            @Schema(description = "Bytes that standing probes do not exceed in any 24 hours.") long budgetBytes,
            @Schema(description = "Time of the newest measurement of a path of the link (ISO 8601, UTC).") Optional<Instant> last,
            @Schema(description = "Time from which the next measurement is due (ISO 8601, UTC).") Optional<Instant> next,
            @Schema(description = "What is not measured, and why; empty if all is measured.") List<String> skipped) {}
}
