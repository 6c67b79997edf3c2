package org.caravan.execution;

import java.util.Set;

/**
 * Where a step of one attempt stands. It never goes back: what is done again is a step of the next attempt.
 *
 * <pre>
 *   PENDING ──starts──▶ RUNNING ──adapter answered──▶ DONE ──its run was undone──▶ UNDONE
 *      │                   └──────gave up, or server stopped──▶ FAILED
 *      └──a step before it did not succeed, run cancelled, or server stopped──▶ SKIPPED
 * </pre>
 */
public enum StepState {
    PENDING,
    RUNNING,
    DONE,
    FAILED,
    SKIPPED,
    /** Was done, and its effect was taken back. Images stay where they are: their steps stay DONE. */
    UNDONE;

    /** States from which this one can be entered. */
    Set<StepState> predecessors() {
        return switch (this) {
            case PENDING -> Set.of();
            case RUNNING, SKIPPED -> Set.of(PENDING);
            case DONE, FAILED -> Set.of(RUNNING);
            case UNDONE -> Set.of(DONE);
        };
    }
}
