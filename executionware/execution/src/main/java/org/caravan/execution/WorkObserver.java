package org.caravan.execution;

import java.util.concurrent.ExecutorService;
import org.caravan.change.Step;
import org.caravan.plan.DeploymentPlan;

/**
 * Port to whoever accompanies work from its beginning to its end, on the threads that do it: to measure or to trace it. Not to be confused with
 * {@link ProgressListener}, which hears what was written down. Its methods are called by several threads, must be quick and throw nothing.
 */
public interface WorkObserver {

    WorkObserver NONE = new WorkObserver() {};

    /** The same threads; what they are given to do is part of what the giving thread does. */
    default ExecutorService following(ExecutorService threads) {
        return threads;
    }

    /** The calling thread carries out a run from now on, for the first time or again. */
    default Work run(long runId, DeploymentPlan plan) {
        return Work.NONE;
    }

    /**
     * The calling thread carries out a step from now on, with all its tries.
     *
     * @param attempt of the run, counts from 1
     */
    default Work step(long runId, String application, int attempt, Step step) {
        return Work.NONE;
    }

    /** A host was looked at, and answered. */
    default void answered(String hostId) {}

    /** Ends when it is closed, by the thread that began it; how it ended is said before, or never. */
    interface Work extends AutoCloseable {

        Work NONE = outcome -> {};

        /** @param outcome one word: the name of a {@link RunState} or {@link StepState}, or INTERRUPTED where the next start goes on with it */
        void ended(String outcome);

        @Override
        default void close() {}
    }
}
