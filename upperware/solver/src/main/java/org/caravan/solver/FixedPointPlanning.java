package org.caravan.solver;

import org.caravan.plan.PlanAssembly;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.LocalSearch;
import org.caravan.solver.search.RentedHostSymmetry;

/** Iterates planning to a fixed point, so that planning the same input twice requests no further moves. */
final class FixedPointPlanning {

    /** Each round gains more than the moves cost, so few rounds are needed. */
    private static final int ROUNDS = 20;

    private FixedPointPlanning() {}

    /** The result uses the lowest numbers of provisioned hosts. */
    static Assignment of(PlanningGround ground, Assignment found) {
        PlacementProblem problem = ground.problem();
        CompiledProblem tables = ground.tables();
        LocalSearch search = new LocalSearch(problem.policy());
        Assignment best = RentedHostSymmetry.lowestFirst(problem, tables, found);
        for (int round = 0; round < ROUNDS; round++) {
            PlacementProblem next = problem.withCurrent(
                    PlanAssembly.of(problem, best.hostIds(tables)).asCurrentTarget().placements());
            if (next.current().equals(problem.current())) {
                break;
            }
            CompiledProblem nextTables = ProblemCompiler.of(next);
            Assignment again = RentedHostSymmetry.lowestFirst(next, nextTables, search.find(HostDominance.of(nextTables).without()));
            Assignment moved = Assignment.of(tables, again.positions());
            // If current and planned copies use resources at the same time (addresses, for example), the next planning sees only the
            // planned copies.
            if (again.samePositions(best) || !moved.whole()) {
                break;
            }
            best = moved;
        }
        return best;
    }
}
