package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(name = "Target", description = "A current or former target of the application.")
public record TargetView(
        @Schema(description = "Id of the plan.") String planId,
        @Schema(description = "Generation of the plan, from 1.", example = "3") long generation,
        @Schema(description = "Time at which the plan became the target (ISO 8601, UTC).") Instant since,
        @Schema(description = "Number of instances; 0 for the plan that destroyed the application.", example = "7") int instances,
        @Schema(description = "Id of the deployment that made the plan the target.", example = "4") String deploymentId,
        @Schema(allowableValues = {"DEPLOY", "UNDO"},
                description = "DEPLOY: a person approved the plan. UNDO: the server undid a failed deployment.") String phase,
        @Schema(allowableValues = {"RUNNING", "UNDOING", "DONE", "UNDONE", "FAILED"},
                description = "State of that deployment: RUNNING, UNDOING, DONE, UNDONE or FAILED.") String state,
        @Schema(description = "Whether the plan is the current target.") boolean current) {}
