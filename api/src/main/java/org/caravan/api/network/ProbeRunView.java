package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

@Schema(name = "ProbeRun", description = "Progress and cost of a probe run.")
public record ProbeRunView(
        @Schema(description = "Id of the run.") String id,
        @Schema(description = "idle, trains, quick, standard or full.", example = "standard") String scope,
        @Schema(description = "Number of repetitions, at least 1.", example = "1") int repetitions,
        @Schema(allowableValues = {"READY", "RUNNING", "DONE", "CANCELLED", "FAILED"},
                description = "RUNNING, then DONE, CANCELLED or FAILED.") String state,
        @Schema(description = "Number of completed or failed probes.") int done,
        @Schema(description = "Number of probes known so far; later phases can add more.") int total,
        @Schema(description = "Bytes sent by all probes, both directions.") long sentBytes,
        @Schema(description = "Seconds since the start of the run.") double seconds,
        @Schema(description = "Failed probes, one message each.") List<String> faults,
        @Schema(description = "Cost of each path; without paths that have no successful probe.") List<PairView> pairs,
        @Schema(description = "Time of the request (ISO 8601, UTC).") Instant askedAt,
        @Schema(description = "Measured paths and settings of flows.") ProbeFlows flows) {

    /** Runs stored by versions without path selection have no flows. */
    public ProbeRunView {
        flows = flows == null ? ProbeFlows.ANY : flows;
    }

    @Schema(name = "PairCost", description = "Cost of probing a path.")
    public record PairView(
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Bytes sent, both directions.") long bytes,
            @Schema(description = "Duration of all probes together, in s.") double seconds) {}
}
