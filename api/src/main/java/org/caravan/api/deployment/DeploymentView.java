package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "Deployment", description = "Execution of a plan.")
public record DeploymentView(
        @Schema(description = "Id of the deployment.", example = "1") String id,
        @Schema(description = "Name of the application.", example = "sock-shop") String application,
        @Schema(description = "Id of the plan that is deployed.") String planId,
        @Schema(description = "Id of the plan that undoes the deployment; absent unless the undo has started.") Optional<String> undoPlanId,
        @Schema(allowableValues = {"hold", "undo"},
                description = "What happens if a step fails permanently: hold or undo, as in the model when the deployment started.")
                String onFailure,
        @Schema(allowableValues = {"RUNNING", "UNDOING", "DONE", "UNDONE", "FAILED"},
                description = "RUNNING, then DONE; or UNDOING, then UNDONE: it failed and the previous state is restored; or FAILED: it "
                + "can be resumed.") String state,
        @Schema(description = "Estimated remaining time based on earlier deployments, in s; absent if unknown or if nothing remains.",
                example = "12.5") Optional<Double> secondsLeft,
        @Schema(description = "Start time (ISO 8601, UTC).") Instant startedAt,
        @Schema(description = "End time (ISO 8601, UTC); absent while it runs.") Optional<Instant> endedAt,
        @Schema(description = "Reason of the failure, even if the deployment was undone; absent if it did not fail.")
        Optional<String> error,
        @Schema(description = "Who cancelled the deployment, human-readable; absent if it was not cancelled, or was resumed since.",
                example = "jane") Optional<String> cancelledBy,
        @Schema(description = "Time of the cancellation (ISO 8601, UTC); absent if it was not cancelled.") Optional<Instant> cancelledAt,
        @Schema(description = "Steps, those of earlier attempts first.") List<StepView> steps) {

    @Schema(name = "Step", description = "One call to a host, with its cause.")
    public record StepView(
            @Schema(description = "Attempt of the deployment to which the step belongs, from 1.", example = "1") int attempt,
            @Schema(allowableValues = {"DEPLOY", "UNDO"}, description = "DEPLOY, or UNDO for a step of the undo.") String phase,
            @Schema(description = "Number within the attempt, from 1.", example = "3") int number,
            @Schema(description = "Prerequisites, number, action and cause of the step.",
                            example = "[1] -> #3 CREATE frontend:1@1 on pi-1, is new") String text,
            @Schema(allowableValues = {"RENT", "OPEN", "IMAGE", "SUPPLY", "CREATE", "CONFIRM",
                    "ADMIT", "RESERVE", "ROUTE", "ENTRY", "DRAIN", "DESTROY", "RELEASE"}, description = "Action.")
                    String kind,
            @Schema(allowableValues = {"PENDING", "RUNNING", "DONE", "FAILED", "SKIPPED", "UNDONE"},
                    description = "PENDING, then RUNNING, then DONE, FAILED or SKIPPED; UNDONE: its effect was reverted.") String state,
            @Schema(description = "Start time (ISO 8601, UTC); absent before the start.") Optional<Instant> startedAt,
            @Schema(description = "End time (ISO 8601, UTC); absent before the end.") Optional<Instant> endedAt,
            @Schema(description = "Number of tries; 0 if not started.", example = "1") int attempts,
            @Schema(description = "Reason of the failure and suggested remedy; absent if it did not fail.") Optional<String> error) {}
}
