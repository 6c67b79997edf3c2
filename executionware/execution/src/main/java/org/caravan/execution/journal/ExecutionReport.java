package org.caravan.execution.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * State and history of a run.
 *
 * @param runId identifies the run; counts from 1
 * @param planId digest of the plan
 * @param previousPlanId digest of the target before the run; equal to the plan if the target was started again; empty if there was
 *     none
 * @param undoPlanId digest of the plan that undoes the run; empty unless the undo was started
 * @param attempt number of the newest attempt; 0 before the first
 * @param error reason of the failure, with a suggestion; also set if the run was undone
 * @param cancel cancellation of the run; kept until the run is resumed
 * @param steps steps of all attempts, oldest first
 */
public record ExecutionReport(
        long runId,
        String application,
        String planId,
        Optional<String> previousPlanId,
        Optional<String> undoPlanId,
        RunTerms terms,
        RunState state,
        int attempt,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<String> error,
        Optional<Cancel> cancel,
        List<StepRecord> steps) {

    public ExecutionReport {
        steps = List.copyOf(steps);
    }

    public ExecutionReport with(List<StepRecord> read) {
        return new ExecutionReport(runId, application, planId, previousPlanId, undoPlanId, terms, state, attempt, startedAt, endedAt,
                error, cancel, read);
    }

    /** Digest of the plan that the run currently executes. */
    public String aimId() {
        return undoPlanId.orElse(planId);
    }

    /** Steps of the newest attempt. */
    public List<StepRecord> newestSteps() {
        return steps.stream().filter(step -> step.attempt() == attempt).toList();
    }
}
