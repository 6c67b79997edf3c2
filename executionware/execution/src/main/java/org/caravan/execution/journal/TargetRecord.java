package org.caravan.execution.journal;

import java.time.Instant;

/**
 * A plan that is or was the target.
 *
 * @param since time at which it became the target
 * @param instances number of instances in the plan; 0 for the plan that removes an application
 * @param runId run that made it the target
 * @param phase UNDO if that run rolled back to it automatically
 * @param state state of that run
 * @param target true if it is the current target
 */
public record TargetRecord(
        String planId, long generation, Instant since, int instances, long runId, Phase phase, RunState state, boolean target) {}
