package org.caravan.solver;

import java.util.List;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.UncapacitatedRelaxation;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.partition.PartitionedSearch;
import org.caravan.solver.paths.RerouteRepair;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.LocalSearch;

/**
 * Search with rerouting: also moves links off their preferred paths if these overload a path or uplink, or violate an SLO or a cost limit.
 * Assigns instances without capacities, reroutes excess traffic and assigns again, for a few rounds, and keeps the best result. If nothing
 * can be overloaded, or no better assignment is near, it is a plain search.
 */
final class CapacitatedSearch {

    /** @param ground compiled problem, including the paths that links avoid */
    record Found(PlanningGround ground, Assignment assignment, List<String> notes) {}

    private static final int ROUNDS = 4;
    /** Instances × hosts up to which every other host is tried. */
    private static final long EVERY_POSITION = 400_000;

    private CapacitatedSearch() {}

    static Found of(PlanningGround ground, PartitionedSearch partitions) {
        Found best = found(ground, partitions);
        PlanningGround last = ground;
        boolean bound = (!best.assignment().whole() || isSmall(ground)) && UncapacitatedRelaxation.matters(ground.tables())
                && (!best.assignment().whole() || bindsNearby(ground, best.assignment()));
        for (int round = 0; round < ROUNDS && bound; round++) {
            PlacementProblem rerouted = RerouteRepair.of(last.problem(), last.tables(), asIfWide(last));
            if (rerouted == last.problem()) {
                break;
            }
            last = PlanningGround.of(rerouted);
            Found next = found(last, partitions);
            best = next.assignment().compareTo(best.assignment()) < 0 ? next : best;
        }
        return best;
    }

    /** In large problems, a feasible assignment is not compared with the relaxation. */
    private static boolean isSmall(PlanningGround ground) {
        return (long) ground.tables().instances().size() * ground.tables().hosts() <= EVERY_POSITION;
    }

    /** Whether moving a single instance would improve the score without capacities of paths and uplinks. */
    private static boolean bindsNearby(PlanningGround ground, Assignment assignment) {
        CompiledProblem wide = UncapacitatedRelaxation.of(ground.searched());
        IncrementalScore score = new IncrementalScore(wide);
        score.load(assignment.positions());
        long soft = score.soft();
        for (PlacedInstance instance : wide.instances()) {
            for (int position : instance.positions()) {
                score.place(instance.index(), position);
                if (score.hard() == 0 && score.soft() < soft) {
                    return true;
                }
            }
            score.place(instance.index(), assignment.positions()[instance.index()]);
        }
        return false;
    }

    private static Found found(PlanningGround ground, PartitionedSearch partitions) {
        LocalSearch.Found found = LocalSearch.of(ground, partitions).find(ground.searched(), solver -> {});
        return new Found(ground, found.assignment(), found.notes());
    }

    private static Assignment asIfWide(PlanningGround ground) {
        return new LocalSearch(ground.problem().policy()).find(UncapacitatedRelaxation.of(ground.searched()));
    }
}
