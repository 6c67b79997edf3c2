package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.application.OnFailure;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;

@Schema(name = "Deployment", description = "The carrying out of a plan.")
record DeploymentView(
        @Schema(description = "Id of the deployment.", example = "1") String id,
        @Schema(description = "Name of the application.", example = "sock-shop") String application,
        @Schema(description = "Id of the plan it carries out.") String planId,
        @Schema(description = "Id of the plan by which it is, or was, undone; absent unless that was begun.") Optional<String> undoPlanId,
        @Schema(description = "What becomes of it when a step fails for good: hold or undo, as the model said when it began.")
                OnFailure onFailure,
        @Schema(description = "RUNNING, then DONE; or UNDOING, then UNDONE: it failed and everything is as before; or FAILED: it can "
                        + "be resumed.") RunState state,
        @Schema(description = "How long what is left will take by earlier deployments, in s; absent where nobody knows, or nothing is "
                        + "left.", example = "12.5") Optional<Double> secondsLeft,
        @Schema(description = "When it began (ISO 8601, UTC).") Instant startedAt,
        @Schema(description = "When it ended (ISO 8601, UTC); absent while it runs.") Optional<Instant> endedAt,
        @Schema(description = "Why it failed, also where it was undone; absent if it did not.") Optional<String> error,
        @Schema(description = "Who cancelled it, for people; absent if nobody did, or it was resumed since.", example = "jane") Optional<String> cancelledBy,
        @Schema(description = "When it was cancelled (ISO 8601, UTC); absent if it was not.") Optional<Instant> cancelledAt,
        @Schema(description = "Its steps, those of earlier attempts first.") List<StepView> steps) {

    @Schema(name = "Step", description = "One call to a host, with its cause.")
    record StepView(
            @Schema(description = "Attempt of the deployment it belongs to, from 1.", example = "1") int attempt,
            @Schema(description = "DEPLOY, or UNDO for a step on the way back.") Phase phase,
            @Schema(description = "Number within the attempt, from 1.", example = "3") int number,
            @Schema(description = "What it waits for, its number, what it does, and why.",
                            example = "[1] -> #3 CREATE frontend:1@1 on pi-1, is new") String text,
            @Schema(description = "What it does.") StepKind kind,
            @Schema(description = "PENDING, then RUNNING, then DONE, FAILED or SKIPPED; UNDONE: its effect was taken back.") StepState state,
            @Schema(description = "When it began (ISO 8601, UTC); absent before.") Optional<Instant> startedAt,
            @Schema(description = "When it ended (ISO 8601, UTC); absent before.") Optional<Instant> endedAt,
            @Schema(description = "How often it was tried; 0 if never.", example = "1") int attempts,
            @Schema(description = "Why it failed, and a way out; absent if it did not.") Optional<String> error) {}

    static DeploymentView of(ExecutionReport report, Optional<Duration> left) {
        return new DeploymentView(Long.toString(report.runId()), report.application(), report.planId(), report.undoPlanId(),
                report.terms().onFailure(), report.state(), left.map(time -> time.toMillis() / 1000.0),
                report.startedAt(), report.endedAt(), report.error(),
                report.cancel().map(Cancel::by), report.cancel().map(Cancel::at), report.steps().stream().map(DeploymentView::of).toList());
    }

    private static StepView of(StepRecord step) {
        return new StepView(step.attempt(), step.phase(), step.number(), step.text(), step.kind(), step.state(), step.startedAt(),
                step.endedAt(), step.tries(), step.error());
    }
}
