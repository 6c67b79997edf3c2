package org.caravan.execution.journal;

import java.util.Set;

/**
 * State of a step within one attempt. States never go back; a repeated step is a new step of the next attempt.
 *
 * <pre>
 *   PENDING ──starts──▶ RUNNING ──adapter call succeeded──▶ DONE ──run was undone──▶ UNDONE
 *      │                   └──gave up, or server stopped──▶ FAILED
 *      └──predecessor did not succeed, run cancelled, or server stopped──▶ SKIPPED
 * </pre>
 */
public enum StepState {
    PENDING,
    RUNNING,
    DONE,
    FAILED,
    SKIPPED,
    /** Was done and then undone. Images remain on hosts, so their steps stay DONE. */
    UNDONE;

    /** States that may precede this one. */
    public Set<StepState> predecessors() {
        return switch (this) {
            case PENDING -> Set.of();
            case RUNNING, SKIPPED -> Set.of(PENDING);
            case DONE, FAILED -> Set.of(RUNNING);
            case UNDONE -> Set.of(DONE);
        };
    }
}
