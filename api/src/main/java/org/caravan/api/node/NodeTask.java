package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.api.node.HostCapability;

/** Work on a node. Held in memory only: each kind of work can be repeated, so a server restart loses only its result. */
@Schema(name = "NodeTask", description = "A long-running task on a node.")
public record NodeTask(
        @Schema(description = "Id of the task.", example = "3") String id,
        @Schema(description = "Kind of task.") Work work,
        @Schema(description = "Id of the node.", example = "pi-bergen-3") String hostId,
        @Schema(description = "State of the task.") State state,
        @Schema(description = "Current activity, human-readable.", example = "measures") String doing,
        @Schema(description = "Findings and changes, one per subject.") List<Finding> findings,
        @Schema(description = "Measured capability; absent if nothing was measured.") Optional<HostCapability> capability,
        @Schema(description = "Change that was made to the infrastructure's text; empty if it was not changed.") String diffText,
        @Schema(description = "Reason of the failure; absent if it did not fail.") Optional<String> error) {

    /** Kind of a task. */
    public enum Work {
        /** Reports the changes of a preparation without making them. */
        CHECK,
        /** Prepares and measures the node, then adds it to the infrastructure. */
        ADD,
        MEASURE,
        /** Reports the changes of a removal without making them. */
        CHECK_REMOVAL,
        REMOVE
    }

    /** State of a task. */
    public enum State {
        RUNNING,
        DONE,
        /** A requirement is unmet; the findings list it. */
        UNFIT,
        FAILED
    }

    @Schema(name = "NodeFinding", description = "Finding about one subject of a node.")
    public record Finding(
            @Schema(allowableValues = {"OK", "ADVICE", "CHANGED", "CHANGE", "REBOOT", "FAILED", "MISSING"},
                    description = "Severity, from good to bad.") String verdict,
            @Schema(description = "Subject, unique within one task.", example = "kernel CONFIG_USER_NS") String subject,
            @Schema(description = "Finding, planned change or completed change.") String what,
            @Schema(description = "Suggested remedy; empty if there is no problem.") String wayOut) {}

    /** This task with another current activity. */
    public NodeTask doing(String now) {
        return new NodeTask(id, work, hostId, state, now, findings, capability, diffText, error);
    }

    /** This task with further findings. */
    public NodeTask found(List<Finding> more) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(more);
        return new NodeTask(id, work, hostId, state, doing, List.copyOf(all), capability, diffText, error);
    }

    /** This task with a measured capability. */
    public NodeTask measured(HostCapability record) {
        return new NodeTask(id, work, hostId, state, doing, findings, Optional.of(record), diffText, error);
    }

    /** This task with the change of the infrastructure. */
    public NodeTask amended(String diff) {
        return new NodeTask(id, work, hostId, state, doing, findings, capability, diff, error);
    }

    /** This task at its end. */
    public NodeTask ended(State end) {
        return new NodeTask(id, work, hostId, end, "", findings, capability, diffText, error);
    }

    /** This task after a failure. */
    public NodeTask failed(String why) {
        return new NodeTask(id, work, hostId, State.FAILED, "", findings, capability, diffText, Optional.of(why));
    }
}
