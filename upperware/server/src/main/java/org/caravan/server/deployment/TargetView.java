package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.caravan.execution.journal.Adoption;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;

@Schema(name = "Target", description = "A plan that the application follows, or has followed.")
record TargetView(
        @Schema(description = "Id of the plan.") String planId,
        @Schema(description = "Its generation, from 1.", example = "3") long generation,
        @Schema(description = "When it became the target (ISO 8601, UTC).") Instant since,
        @Schema(description = "How many instances it has; 0 for the plan that removed the application.", example = "7") int instances,
        @Schema(description = "Id of the deployment that made it the target.", example = "4") String deploymentId,
        @Schema(description = "DEPLOY: a person approved it. UNDO: a deployment failed and went back by itself.") Phase phase,
        @Schema(description = "How that deployment stands: RUNNING, UNDOING, DONE, UNDONE or FAILED.") RunState state,
        @Schema(description = "Whether it is the target now.") boolean current) {

    static TargetView of(Adoption adoption) {
        return new TargetView(adoption.planId(), adoption.generation(), adoption.since(), adoption.instances(),
                Long.toString(adoption.runId()), adoption.phase(), adoption.state(), adoption.target());
    }
}
