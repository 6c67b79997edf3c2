package org.caravan.execution;

import java.time.Instant;

/**
 * A plan that is the target, or was.
 *
 * @param since when it became the target
 * @param instances how many it asks for; 0 for the plan that removes an application
 * @param runId of the run that made it the target
 * @param phase UNDO if that run went back to it by itself
 * @param state of that run
 * @param target whether it is the target now
 */
public record Adoption(
        String planId, long generation, Instant since, int instances, long runId, Phase phase, RunState state, boolean target) {}
