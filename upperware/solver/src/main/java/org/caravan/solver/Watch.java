package org.caravan.solver;

import java.util.OptionalLong;
import java.util.function.Supplier;
import org.caravan.plan.PlanningCancelled;
import org.caravan.plan.PlanningProgress;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.solver.Solver;
import org.optaplanner.core.impl.solver.DefaultSolver;

/**
 * Tells others how far a planning is, and the planning that it is to end. A planning runs in one thread from begin to end: what stands deep inside of it finds
 * the watch by that thread, so that it need not be handed through everything that searches. Where nobody watches nothing happens.
 */
final class Watch {

    private static final ThreadLocal<Watch> OF_THREAD = new ThreadLocal<>();

    private boolean cancelled;
    private Solver<SeatingPlan> running;
    private long triedBefore;
    private String stage = PlanningProgress.BEGINS.stage();
    private OptionalLong points = OptionalLong.empty();
    private OptionalLong bound = OptionalLong.empty();

    /** Watches what the supplier does in this thread. */
    <T> T over(Supplier<T> planning) {
        Watch before = OF_THREAD.get();
        OF_THREAD.set(this);
        try {
            return planning.get();
        } finally {
            if (before == null) {
                OF_THREAD.remove();
            } else {
                OF_THREAD.set(before);
            }
        }
    }

    /** @throws PlanningCancelled if it is to end */
    static void look() {
        Watch watch = OF_THREAD.get();
        if (watch != null) {
            watch.endIfCancelled();
        }
    }

    /** @throws PlanningCancelled if it is to end */
    static void look(String stage) {
        Watch watch = OF_THREAD.get();
        if (watch != null) {
            watch.comesTo(stage);
        }
    }

    static void bound(long reckoned) {
        Watch watch = OF_THREAD.get();
        if (watch != null) {
            watch.knows(reckoned);
        }
    }

    /** Of the calling thread, for who goes on in another one; where nobody watches, one that nobody looks at. */
    static Watch ofThread() {
        Watch watch = OF_THREAD.get();
        return watch == null ? new Watch() : watch;
    }

    /** To be called before the solver runs, in the thread in which it will. */
    static void solves(Solver<SeatingPlan> solver, Seating begin) {
        Watch watch = OF_THREAD.get();
        if (watch != null) {
            solver.addEventListener(event -> watch.found((HardSoftLongScore) event.getNewBestScore()));
            watch.runs(solver, begin);
        }
    }

    synchronized void cancel() {
        cancelled = true;
        if (running != null) {
            running.terminateEarly();
        }
    }

    synchronized PlanningProgress progress() {
        return new PlanningProgress(stage, triedBefore + tried(), points, bound);
    }

    private long tried() {
        return running instanceof DefaultSolver<SeatingPlan> solver && solver.getSolverScope().getScoreDirector() != null ? solver.getSolverScope().getScoreCalculationCount() : 0;
    }

    private synchronized void endIfCancelled() {
        if (cancelled) {
            throw new PlanningCancelled();
        }
    }

    private synchronized void comesTo(String next) {
        endIfCancelled();
        stage = next;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    private synchronized void knows(long reckoned) {
        bound = OptionalLong.of(reckoned);
    }

    /** @param soft points of a whole placement, better than those before */
    synchronized void found(long soft) {
        points = OptionalLong.of(soft);
    }

    private synchronized void found(HardSoftLongScore best) {
        if (best.hardScore() == 0) {
            points = OptionalLong.of(-best.softScore());
        }
    }

    private synchronized void runs(Solver<SeatingPlan> solver, Seating begin) {
        endIfCancelled();
        if (begin.whole()) {
            points = OptionalLong.of(begin.soft());
        }
        triedBefore += tried();
        running = solver;
    }
}
