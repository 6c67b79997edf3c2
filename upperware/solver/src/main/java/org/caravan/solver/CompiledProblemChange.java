package org.caravan.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.optaplanner.core.api.solver.change.ProblemChange;
import org.optaplanner.core.api.solver.change.ProblemChangeDirector;

/**
 * Problem change for a running search. Instances keep the hosts found so far if these are still feasible. The other instances are placed
 * first, so that the search continues without violations if possible.
 */
final class CompiledProblemChange implements ProblemChange<PlacementSolution> {

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
