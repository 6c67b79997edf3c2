package org.caravan.cli.command;

import org.caravan.client.DeploymentEnd;
import org.caravan.client.PlanText;
import tools.jackson.databind.JsonNode;

/** Exit codes, documented in the README. */
public final class ExitCode {

    /** Completed, or nothing to do. */
    public static final int DONE = 0;

    /** The input was refused, or an operation failed. */
    public static final int ERROR = 1;

    /** A plan with changes waits for approval, or the running state differs from the target. */
    public static final int CHANGES_PENDING = 2;

    /** A deployment failed and was rolled back to the previous state. */
    public static final int UNDONE = 3;

    /** No differences on the observed hosts, but some hosts were not observed. */
    public static final int UNOBSERVED = 4;

    /**
     * Wrong command line; no request was sent. EX_USAGE of sysexits.h, and distinct from {@link #CHANGES_PENDING}, which scripts treat as a
     * result.
     */
    public static final int USAGE = 64;

    private ExitCode() {}

    public static int of(DeploymentEnd end) {
        return switch (end) {
            case DONE -> DONE;
            case UNDONE -> UNDONE;
            case FAILED -> ERROR;
        };
    }

    /** @param plan document of the plan */
    public static int ofPlan(JsonNode plan) {
        if (!PlanText.planned(plan)) {
            return ERROR;
        }
        return PlanText.changes(plan) ? CHANGES_PENDING : DONE;
    }
}
