package org.caravan.solver.score;

import java.util.OptionalLong;
import java.util.function.Supplier;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.plan.planner.PlanningProgress;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.solver.Solver;
import org.optaplanner.core.impl.solver.DefaultSolver;

/**
 * Progress and cancellation of a planning. A planning runs in one thread, so nested code finds its instance by thread and it need not be
 * passed through the search. Without an instance for the thread, calls have no effect.
 */
public final class SearchProgress {

    private static final ThreadLocal<SearchProgress> OF_THREAD = new ThreadLocal<>();

    private boolean cancelled;
    private Solver<?> running;
    private long triedBefore;
    private String stage = PlanningProgress.BEGINS.stage();
    private OptionalLong points = OptionalLong.empty();
    private OptionalLong bound = OptionalLong.empty();

    /** Runs the supplier in this thread under this instance. */
    public <T> T over(Supplier<T> planning) {
        SearchProgress before = OF_THREAD.get();
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

    /** @throws PlanningCancelled if the planning is cancelled */
    public static void look() {
        SearchProgress watch = OF_THREAD.get();
        if (watch != null) {
            watch.endIfCancelled();
        }
    }

    /** @throws PlanningCancelled if the planning is cancelled */
    public static void look(String stage) {
        SearchProgress watch = OF_THREAD.get();
        if (watch != null) {
            watch.comesTo(stage);
        }
    }

    public static void bound(long computed) {
        SearchProgress watch = OF_THREAD.get();
        if (watch != null) {
            watch.knows(computed);
        }
    }

    /** Instance of the calling thread, for use in another thread; an unused instance if there is none. */
    public static SearchProgress ofThread() {
        SearchProgress watch = OF_THREAD.get();
        return watch == null ? new SearchProgress() : watch;
    }

    /** Called before the solver runs, in the thread of the solver. */
    public static void solves(Solver<?> solver, Assignment begin) {
        SearchProgress watch = OF_THREAD.get();
        if (watch != null) {
            solver.addEventListener(event -> watch.found((HardSoftLongScore) event.getNewBestScore()));
            watch.runs(solver, begin);
        }
    }

    /** Called after an enumeration. @param placements number of placements tried */
    public static void enumerated(long placements, Assignment best) {
        SearchProgress watch = OF_THREAD.get();
        if (watch != null) {
            watch.counts(placements, best);
        }
    }

    public synchronized void cancel() {
        cancelled = true;
        if (running != null) {
            running.terminateEarly();
        }
    }

    public synchronized PlanningProgress progress() {
        return new PlanningProgress(stage, triedBefore + tried(), points, bound);
    }

    private long tried() {
        return running instanceof DefaultSolver<?> solver
                && solver.getSolverScope().getScoreDirector() != null ? solver.getSolverScope().getScoreCalculationCount() : 0;
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

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    private synchronized void knows(long computed) {
        bound = OptionalLong.of(computed);
    }

    /** @param soft points of a feasible placement, better than earlier ones */
    public synchronized void found(long soft) {
        points = OptionalLong.of(soft);
    }

    private synchronized void found(HardSoftLongScore best) {
        if (best.hardScore() == 0) {
            points = OptionalLong.of(-best.softScore());
        }
    }

    private synchronized void counts(long placements, Assignment best) {
        triedBefore += placements;
        reached(best);
    }

    private void reached(Assignment assignment) {
        if (assignment.whole()) {
            points = OptionalLong.of(assignment.soft());
        }
    }

    private synchronized void runs(Solver<?> solver, Assignment begin) {
        endIfCancelled();
        reached(begin);
        triedBefore += tried();
        running = solver;
    }
}
