package org.caravan.execution;

/** The run of a step that waits is cancelled; what the step did so far stays as it is. */
final class Cancelled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Cancelled() {
        super("it was given up, since the deployment was cancelled.\nMaybe resume the deployment.", null, false, false);
    }
}
