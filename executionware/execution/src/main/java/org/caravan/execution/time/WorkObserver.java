package org.caravan.execution.time;

import java.util.concurrent.ExecutorService;
import org.caravan.change.Step;
import org.caravan.plan.DeploymentPlan;

/**
 * Port that accompanies work from start to end on the executing threads, for metrics and traces. Not to be confused with {@link
 * ProgressListener}, which receives recorded events. Called by several threads; methods must be fast and must not throw.
 */
public interface WorkObserver {

    WorkObserver NONE = new WorkObserver() {};

    /** The same threads, with the context of the submitting thread passed to each task. */
    default ExecutorService following(ExecutorService threads) {
        return threads;
    }

    /** The calling thread starts to execute a run, for the first time or again. */
    default Work run(long runId, DeploymentPlan plan) {
        return Work.NONE;
    }

    /**
     * The calling thread starts to execute a step, including all tries.
     *
     * @param attempt attempt of the run, counts from 1
     */
    default Work step(long runId, String application, int attempt, Step step) {
        return Work.NONE;
    }

    /** A host was observed and answered. */
    default void answered(String hostId) {}

    /** Closed by the thread that started it. The outcome is reported before, or never. */
    interface Work extends AutoCloseable {

        Work NONE = outcome -> {};

        /**
         * @param outcome one word: the name of a {@code RunState} or {@code StepState}, or INTERRUPTED if the next start continues
         *     the work
         */
        void ended(String outcome);

        @Override
        default void close() {}
    }
}
