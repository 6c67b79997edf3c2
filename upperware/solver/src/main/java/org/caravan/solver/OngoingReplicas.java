package org.caravan.solver;

import java.util.function.Function;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningProgress;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.score.SearchProgress;

/**
 * Ongoing planning of an application with variable replicas or alternatives. A change restarts it, because both choices can change.
 */
final class OngoingReplicas implements OngoingPlanning {

    private final Function<PlacementProblem, PlanningOutcome> planner;
    private final SearchProgress watch = new SearchProgress();
    private PlacementProblem newest;
    private boolean ended;

    OngoingReplicas(PlacementProblem problem, Function<PlacementProblem, PlanningOutcome> planner) {
        this.newest = problem;
        this.planner = planner;
    }

    @Override
    public synchronized void changed(PlacementProblem problem) {
        newest = ended ? newest : problem;
    }

    @Override
    public PlanningOutcome outcome() {
        return watch.over(this::newestOutcome);
    }

    @Override
    public void cancel() {
        watch.cancel();
    }

    @Override
    public PlanningProgress progress() {
        return watch.progress();
    }

    private PlanningOutcome newestOutcome() {
        while (true) {
            PlacementProblem begun = problem();
            PlanningOutcome outcome = planner.apply(begun);
            if (isNewest(begun)) {
                return outcome;
            }
        }
    }

    private synchronized boolean isNewest(PlacementProblem begun) {
        ended = begun == newest;
        return ended;
    }

    @Override
    public synchronized PlacementProblem problem() {
        return newest;
    }
}
