package org.caravan.solver;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningProgress;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.score.SearchProgress;
import org.caravan.solver.search.LocalSearch;
import org.optaplanner.core.api.solver.Solver;

/** Ongoing search that continues from its current result when the problem changes. */
final class OngoingSearch implements OngoingPlanning {

    private final Function<PlanningGround, LocalSearch> search;
    private final Function<PlacementProblem, PlanningOutcome> cold;
    private final BiFunction<PlanningGround, LocalSearch.Found, PlanningOutcome> assembled;
    private final SearchProgress watch = new SearchProgress();
    private PlanningGround newest;
    private boolean ended;
    private Solver<PlacementSolution> running;

    /**
     * @param search creates the search for a compiled problem
     * @param cold plans from the start
     * @param assembled makes the plan from the search result
     */
    OngoingSearch(PlacementProblem problem, Function<PlanningGround, LocalSearch> search, Function<PlacementProblem, PlanningOutcome> cold,
            BiFunction<PlanningGround, LocalSearch.Found, PlanningOutcome> assembled) {
        this.newest = PlanningGround.of(problem);
        this.search = search;
        this.cold = cold;
        this.assembled = assembled;
    }

    @Override
    public void changed(PlacementProblem problem) {
        PlanningGround ground = PlanningGround.of(problem);
        synchronized (this) {
            if (ended) {
                return;
            }
            boolean same = ground.sameInstances(newest) && !ground.nowhereToSit() && !ground.overloaded();
            newest = ground;
            if (running != null && same) {
                running.addProblemChange(new CompiledProblemChange(() -> newest().searched()));
            } else if (running != null) {
                running.terminateEarly();
            }
        }
    }

    /** Repeats the search if the problem changes while the report is written. */
    @Override
    public PlanningOutcome outcome() {
        return watch.over(this::newestOutcome);
    }

    private PlanningOutcome newestOutcome() {
        Optional<PlanningOutcome> last = Optional.empty();
        while (last.isEmpty()) {
            last = round(newest());
        }
        return last.get();
    }

    @Override
    public void cancel() {
        watch.cancel();
    }

    @Override
    public PlanningProgress progress() {
        return watch.progress();
    }

    private Optional<PlanningOutcome> round(PlanningGround begun) {
        if (begun.nowhereToSit() || begun.overloaded()) {
            return ifNewest(begun, cold.apply(begun.problem()));
        }
        LocalSearch.Found found = search.apply(begun).find(begun.searched(), this::runs);
        PlanningGround ground = newest();
        if (found.tables() != ground.searched()) {
            return Optional.empty();
        }
        return ifNewest(ground, found.assignment().whole() ? assembled.apply(ground, found) : cold.apply(ground.problem()));
    }

    private synchronized Optional<PlanningOutcome> ifNewest(PlanningGround ground, PlanningOutcome outcome) {
        ended = ground == newest;
        return ended ? Optional.of(outcome) : Optional.empty();
    }

    @Override
    public PlacementProblem problem() {
        return newest().problem();
    }

    private synchronized PlanningGround newest() {
        return newest;
    }

    private synchronized void runs(Solver<PlacementSolution> solver) {
        running = solver;
    }
}
