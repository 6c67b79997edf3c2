package org.caravan.solver;

import java.util.List;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.UncapacitatedRelaxation;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.partition.PartitionedSearch;
import org.caravan.solver.paths.RerouteRepair;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.LocalSearch;

/**
 * Search with rerouting: also moves links off their preferred paths if these overload a path or uplink, violate an SLO or a cost limit, or
 * cost more above the quota of an uplink.
 * Assigns instances without capacities, reroutes excess traffic and assigns again, for a few rounds, and keeps the best result. If nothing
 * can be overloaded, or no better assignment is near, it is a plain search.
 */
final class CapacitatedSearch {

    /** @param ground compiled problem, including the paths that links avoid */
    record Found(PreparedProblem ground, Assignment assignment, List<String> notes) {}

    private static final int ROUNDS = 4;
    /** Instances × hosts up to which every other host is tried. */
    private static final long EVERY_POSITION = 400_000;

    private CapacitatedSearch() {}

    static Found of(PreparedProblem ground, PartitionedSearch partitions) {
        Found best = found(ground, partitions);
        PreparedProblem last = ground;
        boolean bound = (!best.assignment().whole() || isSmall(ground)) && UncapacitatedRelaxation.matters(ground.tables())
                && (!best.assignment().whole() || aboveQuotas(best) || bindsNearby(ground, best.assignment()));
        Found before = best;
        for (int round = 0; round < ROUNDS && bound; round++) {
            PlacementProblem rerouted = RerouteRepair.of(last.problem(), last.tables(), aboveQuotas(before) ? before.assignment()
                    : asIfWide(last));
            if (rerouted == last.problem()) {
                break;
            }
            last = PreparedProblem.of(rerouted);
            Found next = found(last, partitions);
            before = next;
            best = next.assignment().compareTo(best.assignment()) < 0 ? next : best;
        }
        return best;
    }

    /** Whether a feasible assignment pays for egress above quotas, which other paths may save. */
    private static boolean aboveQuotas(Found found) {
        if (!found.assignment().whole() || !found.ground().tables().considered().excess().any()) {
            return false;
        }
        IncrementalScore score = new IncrementalScore(found.ground().tables());
        score.load(found.assignment().positions());
        return score.parts().get(ScoreTerm.EXCESS) > 0;
    }

    /** In large problems, a feasible assignment is not compared with the relaxation. */
    private static boolean isSmall(PreparedProblem ground) {
        return (long) ground.tables().instances().size() * ground.tables().hosts() <= EVERY_POSITION;
    }

    /** Whether moving a single instance would improve the score without capacities of paths and uplinks. */
    private static boolean bindsNearby(PreparedProblem ground, Assignment assignment) {
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

    private static Found found(PreparedProblem ground, PartitionedSearch partitions) {
        LocalSearch.Found found = LocalSearch.of(ground, partitions).find(ground.searched(), solver -> {});
        return new Found(ground, found.assignment(), found.notes());
    }

    private static Assignment asIfWide(PreparedProblem ground) {
        return new LocalSearch(ground.problem().policy()).find(UncapacitatedRelaxation.of(ground.searched()));
    }
}
