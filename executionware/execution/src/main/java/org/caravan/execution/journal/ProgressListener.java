package org.caravan.execution.journal;

/** Port for progress events. Called by several threads; must return quickly. Exceptions are only logged. */
public interface ProgressListener {

    ProgressListener NONE = new ProgressListener() {};

    default void onStep(StepEvent event) {}

    /** The run has started, started another attempt, or ended. */
    default void onRun(ExecutionReport report) {}
}
