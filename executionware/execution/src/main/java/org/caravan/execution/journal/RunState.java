package org.caravan.execution.journal;

/**
 * State of a run.
 *
 * <pre>
 *   RUNNING ──observed, and no step is left──▶ DONE
 *    ▲ │ └──step failed or run cancelled; held──▶ FAILED ──resumed──▶ RUNNING, or UNDOING if it failed there
 *    │ └──step failed or run cancelled; model says undo──▶ UNDOING ──observed, and no step is left──▶ UNDONE
 *    │                                                      └──step failed──▶ FAILED
 *    └── resumed, as the next attempt
 * </pre>
 *
 * DONE and UNDONE are final. A run that is RUNNING or UNDOING while no server runs was interrupted; the next start continues it
 * with a new attempt.
 */
public enum RunState {
    RUNNING,
    UNDOING,
    DONE,
    /** Failed, and the previous state is restored. */
    UNDONE,
    FAILED;

    /** True if steps are being executed, or are due after a restart. */
    public boolean underWay() {
        return this == RUNNING || this == UNDOING;
    }

    public boolean isFinal() {
        return this == DONE || this == UNDONE;
    }
}
