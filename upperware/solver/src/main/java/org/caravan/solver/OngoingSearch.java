package org.caravan.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningProgress;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SearchProgress;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.optaplanner.core.api.solver.Solver;
import org.optaplanner.core.api.solver.change.ProblemChange;
import org.optaplanner.core.api.solver.change.ProblemChangeDirector;

/** Ongoing search that continues from its current result when the problem changes. */
final class OngoingSearch implements OngoingPlanning {

    private final Function<PreparedProblem, LocalSearch> search;
    private final Function<PlacementProblem, PlanningOutcome> cold;
    private final BiFunction<PreparedProblem, LocalSearch.Found, PlanningOutcome> assembled;
    private final SearchProgress watch = new SearchProgress();
    private PreparedProblem newest;
    private boolean ended;
    private Solver<PlacementSolution> running;

    /**
     * @param search creates the search for a compiled problem
     * @param cold plans from the start
     * @param assembled makes the plan from the search result
     */
    OngoingSearch(PlacementProblem problem, Function<PreparedProblem, LocalSearch> search, Function<PlacementProblem, PlanningOutcome> cold,
            BiFunction<PreparedProblem, LocalSearch.Found, PlanningOutcome> assembled) {
        this.newest = PreparedProblem.of(problem);
        this.search = search;
        this.cold = cold;
        this.assembled = assembled;
    }

    @Override
    public void changed(PlacementProblem problem) {
        PreparedProblem ground = PreparedProblem.of(problem);
        synchronized (this) {
            if (ended) {
                return;
            }
            boolean same = ground.sameInstances(newest) && !ground.hasUnplaceableInstance() && !ground.overloaded();
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

    private Optional<PlanningOutcome> round(PreparedProblem begun) {
        if (begun.hasUnplaceableInstance() || begun.overloaded()) {
            return ifNewest(begun, cold.apply(begun.problem()));
        }
        LocalSearch.Found found = search.apply(begun).find(begun.searched(), this::runs);
        PreparedProblem ground = newest();
        if (found.tables() != ground.searched()) {
            return Optional.empty();
        }
        return ifNewest(ground, found.assignment().whole() ? assembled.apply(ground, found) : cold.apply(ground.problem()));
    }

    private synchronized Optional<PlanningOutcome> ifNewest(PreparedProblem ground, PlanningOutcome outcome) {
        ended = ground == newest;
        return ended ? Optional.of(outcome) : Optional.empty();
    }

    @Override
    public PlacementProblem problem() {
        return newest().problem();
    }

    private synchronized PreparedProblem newest() {
        return newest;
    }

    private synchronized void runs(Solver<PlacementSolution> solver) {
        running = solver;
    }

    /**
     * Problem change for a running search. Instances keep the hosts found so far if these are still feasible. The other instances are
     * placed first, so that the search continues without violations if possible.
     */
    static final class CompiledProblemChange implements ProblemChange<PlacementSolution> {

        private final Supplier<CompiledProblem> newest;

        /** @param newest evaluated when the search applies the change, so that the last of several changes counts */
        CompiledProblemChange(Supplier<CompiledProblem> newest) {
            this.newest = newest;
        }

        @Override
        public void doChange(PlacementSolution plan, ProblemChangeDirector director) {
            CompiledProblem tables = newest.get();
            if (tables == plan.tables()) {
                return;
            }
            int[] carried = carried(plan.tables(), plan.positions(), tables);
            ConstructionHeuristic first = new ConstructionHeuristic(tables);
            boolean[] movable = first.affected();
            Assignment warm = first.improved(first.byClusters(carried), movable);
            Assignment fresh = first.improved(first.find(), movable);
            int[] positions = warm.compareTo(fresh) <= 0 ? warm.positions() : fresh.positions();
            // Reported for an arbitrary entity: the score calculator is reset in any case.
            director.changeProblemProperty(plan.entities().get(0), any -> plan.becomes(tables, positions, movable));
        }

        /** Maps an assignment to other tables of the same instances; {@link Position#NONE} if a host is no longer feasible. */
        static int[] carried(CompiledProblem before, int[] positions, CompiledProblem after) {
            Map<String, Integer> hosts = new HashMap<>();
            after.positions().subList(0, after.hosts()).forEach(position -> hosts.put(position.hostId(), position.index()));
            int[] carried = new int[positions.length];
            for (int instance = 0; instance < positions.length; instance++) {
                int position = positions[instance] == Position.NONE ? Position.NONE
                        : hosts.getOrDefault(before.position(positions[instance]).hostId(), Position.NONE);
                carried[instance] = Arrays.binarySearch(after.instance(instance).positions(), position) >= 0 ? position : Position.NONE;
            }
            return carried;
        }
    }
}
