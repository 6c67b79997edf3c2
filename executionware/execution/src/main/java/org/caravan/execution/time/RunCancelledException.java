package org.caravan.execution.time;

/** The run of a waiting step was cancelled. Effects of the step so far remain. */
public final class RunCancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RunCancelledException() {
        super("it was abandoned, because the deployment was cancelled.\nMaybe resume the deployment.", null, false, false);
    }
}
