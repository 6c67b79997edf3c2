package org.caravan.execution;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What became of a plan.
 *
 * @param runId identifies the run; counts from 1
 * @param planId digest of the plan
 * @param previousPlanId digest of the target before the run, the same plan if that was begun again; empty if there was none
 * @param undoPlanId digest of the plan that undoes the run; empty unless that was begun
 * @param attempt number of the newest attempt; 0 before the first
 * @param error why it failed, ends with a way out; also where everything was undone
 * @param cancel who cancelled it; kept once it has ended, until it is resumed
 * @param steps of every attempt, oldest first
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

    ExecutionReport with(List<StepRecord> read) {
        return new ExecutionReport(runId, application, planId, previousPlanId, undoPlanId, terms, state, attempt, startedAt, endedAt, error, cancel, read);
    }

    /** Digest of the plan that its steps lead to now. */
    public String aimId() {
        return undoPlanId.orElse(planId);
    }

    /** Steps of the newest attempt. */
    public List<StepRecord> newestSteps() {
        return steps.stream().filter(step -> step.attempt() == attempt).toList();
    }
}
