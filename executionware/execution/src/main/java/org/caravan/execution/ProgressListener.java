package org.caravan.execution;

/** Port to whoever wants to see progress. Called from several threads; must be quick. What it throws is logged only. */
public interface ProgressListener {

    ProgressListener NONE = new ProgressListener() {};

    default void onStep(StepEvent event) {}

    /** The run has begun, begun another attempt, or ended. */
    default void onRun(ExecutionReport report) {}
}
