package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.caravan.measure.run.ProbeProgress;

@Schema(name = "ProbeRun", description = "Progress and cost of a probe run.")
record ProbeRunView(
        @Schema(description = "Id of the run.") String id,
        @Schema(description = "idle, trains, quick, standard or full.", example = "standard") String scope,
        @Schema(description = "Number of repetitions, at least 1.", example = "1") int repetitions,
        @Schema(description = "RUNNING, then DONE, CANCELLED or FAILED.") ProbeProgress.State state,
        @Schema(description = "Number of completed or failed probes.") int done,
        @Schema(description = "Number of probes known so far; later phases can add more.") int total,
        @Schema(description = "Bytes sent by all probes, both directions.") long sentBytes,
        @Schema(description = "Seconds since the start of the run.") double seconds,
        @Schema(description = "Failed probes, one message each.") List<String> faults,
        @Schema(description = "Cost of each path; without paths that have no successful probe.") List<PairView> pairs,
        @Schema(description = "Time of the request (ISO 8601, UTC).") Instant askedAt,
        @Schema(description = "Measured paths and settings of flows.") FlowRequest flows) {

    /** Runs stored by versions without path selection have no flows. */
    ProbeRunView {
        flows = flows == null ? FlowRequest.ANY : flows;
    }

    @Schema(name = "PairCost", description = "Cost of probing a path.")
    record PairView(
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Bytes sent, both directions.") long bytes,
            @Schema(description = "Duration of all probes together, in s.") double seconds) {}

    ProbeRunView with(ProbeProgress progress) {
        List<PairView> pairsNow = progress.pairs().stream()
                .map(pair -> new PairView(pair.path().toString(), pair.sent().value(), pair.took().value() / 1000))
                .toList();
        return new ProbeRunView(id, scope, repetitions, progress.state(), progress.done(), progress.total(),
                progress.sent().value(), progress.took().value() / 1000, progress.faults(), pairsNow, askedAt, flows);
    }

    /** To clients, a run that waits in the queue is running. */
    ProbeRunView shown() {
        return state != ProbeProgress.State.READY ? this : underWay();
    }

    /** All probes may be complete, but the run ends only when its samples are evaluated; then another run may start. */
    ProbeRunView underWay() {
        return new ProbeRunView(id, scope, repetitions, ProbeProgress.State.RUNNING, done, total, sentBytes, seconds, faults,
                pairs, askedAt, flows);
    }

    ProbeRunView failed(String why) {
        return new ProbeRunView(id, scope, repetitions, ProbeProgress.State.FAILED, done, total, sentBytes, seconds,
                List.of(why), pairs, askedAt, flows);
    }
}
