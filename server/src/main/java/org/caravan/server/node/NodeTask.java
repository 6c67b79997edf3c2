package org.caravan.server.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.lxc.NodeFinding;

/** Work on a node. Held in memory only: each kind of work can be repeated, so a server restart loses only its result. */
@Schema(name = "NodeTask", description = "A long-running task on a node.")
record NodeTask(
        @Schema(description = "Id of the task.", example = "3") String id,
        @Schema(description = "Kind of task.") Work work,
        @Schema(description = "Id of the node.", example = "pi-bergen-3") String hostId,
        @Schema(description = "State of the task.") State state,
        @Schema(description = "Current activity, human-readable.", example = "measures") String doing,
        @Schema(description = "Findings and changes, one per subject.") List<Finding> findings,
        @Schema(description = "Measured capability; absent if nothing was measured.") Optional<HostCapability> capability,
        @Schema(description = "Change that was made to the infrastructure's text; empty if it was not changed.") String diffText,
        @Schema(description = "Reason of the failure; absent if it did not fail.") Optional<String> error) {

    enum Work {
        /** Reports the changes of a preparation without making them. */
        CHECK,
        /** Prepares and measures the node, then adds it to the infrastructure. */
        ADD,
        MEASURE,
        /** Reports the changes of a removal without making them. */
        CHECK_REMOVAL,
        REMOVE
    }

    enum State {
        RUNNING,
        DONE,
        /** A requirement is unmet; the findings list it. */
        UNFIT,
        FAILED
    }

    @Schema(name = "NodeFinding", description = "Finding about one subject of a node.")
    record Finding(
            @Schema(description = "Severity, from good to bad.") NodeFinding.Verdict verdict,
            @Schema(description = "Subject, unique within one task.", example = "kernel CONFIG_USER_NS") String subject,
            @Schema(description = "Finding, planned change or completed change.") String what,
            @Schema(description = "Suggested remedy; empty if there is no problem.") String wayOut) {

        static List<Finding> of(List<NodeFinding> findings) {
            return findings.stream().map(found -> new Finding(found.verdict(), found.subject(), found.what(), found.wayOut())).toList();
        }
    }

    static NodeTask begun(String id, Work work, String hostId) {
        return new NodeTask(id, work, hostId, State.RUNNING, "waits for its turn", List.of(), Optional.empty(), "", Optional.empty());
    }

    NodeTask doing(String now) {
        return new NodeTask(id, work, hostId, state, now, findings, capability, diffText, error);
    }

    NodeTask found(List<NodeFinding> more) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(Finding.of(more));
        return new NodeTask(id, work, hostId, state, doing, List.copyOf(all), capability, diffText, error);
    }

    NodeTask measured(HostCapability record) {
        return new NodeTask(id, work, hostId, state, doing, findings, Optional.of(record), diffText, error);
    }

    NodeTask amended(String diff) {
        return new NodeTask(id, work, hostId, state, doing, findings, capability, diff, error);
    }

    NodeTask ended(State end) {
        return new NodeTask(id, work, hostId, end, "", findings, capability, diffText, error);
    }

    NodeTask failed(String why) {
        return new NodeTask(id, work, hostId, State.FAILED, "", findings, capability, diffText, Optional.of(why));
    }
}
