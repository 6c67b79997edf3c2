package org.caravan.cli;

import org.caravan.client.DeploymentEnd;
import org.caravan.client.PlanText;
import tools.jackson.databind.JsonNode;

/** What the shell is told. Documented in the README. */
final class ExitCode {

    /** Done, or nothing was to be done. */
    static final int DONE = 0;

    /** Input was refused, or something failed. */
    static final int ERROR = 1;

    /** A plan with changes waits for approval, or reality differs from the target. */
    static final int CHANGES_PENDING = 2;

    /** A deployment failed, and everything is as it was before. */
    static final int UNDONE = 3;

    /** Nothing is to be done as far as was seen, but not all hosts could be looked at. */
    static final int UNOBSERVED = 4;

    /**
     * The command line itself is wrong, and nothing was asked: EX_USAGE of sysexits.h. A code of its own, since scripts take
     * {@link #CHANGES_PENDING} for an answer.
     */
    static final int USAGE = 64;

    private ExitCode() {}

    static int of(DeploymentEnd end) {
        return switch (end) {
            case DONE -> DONE;
            case UNDONE -> UNDONE;
            case FAILED -> ERROR;
        };
    }

    /** @param plan its document */
    static int ofPlan(JsonNode plan) {
        if (!PlanText.planned(plan)) {
            return ERROR;
        }
        return PlanText.changes(plan) ? CHANGES_PENDING : DONE;
    }
}
