package org.caravan.execution;

/**
 * Where the carrying out of one plan stands.
 *
 * <pre>
 *   RUNNING ──observed, and no step is left──▶ DONE
 *    ▲ │ └──a step failed, or cancelled; held──▶ FAILED ──resumed──▶ RUNNING, or UNDOING if it came from there
 *    │ └──a step failed, or cancelled; the model says undo──▶ UNDOING ──observed, and no step is left──▶ UNDONE
 *    │                                                          └──a step failed──▶ FAILED
 *    └── resumed, as the next attempt
 * </pre>
 *
 * DONE and UNDONE are final. RUNNING or UNDOING while no server runs means that it crashed: the next start goes on with
 * the next attempt.
 */
public enum RunState {
    RUNNING,
    UNDOING,
    DONE,
    /** Failed, and everything is as it was before. */
    UNDONE,
    FAILED;

    /** Whether steps are, or ought to be, carried out now. */
    public boolean underWay() {
        return this == RUNNING || this == UNDOING;
    }

    boolean isFinal() {
        return this == DONE || this == UNDONE;
    }
}
