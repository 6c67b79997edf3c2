package org.caravan.solver;

import org.caravan.plan.PlanAssembly;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.Dominance;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.score.Seating;
import org.caravan.solver.search.RentedNumbers;
import org.caravan.solver.search.SeatingSearch;

/** Iterates planning to a fixed point, so that planning the same input twice requests no further moves. */
final class Settling {

    /** Each round gains more than the moves cost, so few rounds are needed. */
    private static final int ROUNDS = 20;

    private Settling() {}

    /** The result uses the lowest numbers of provisioned hosts. */
    static Seating of(PlanningGround ground, Seating found) {
        PlacementProblem problem = ground.problem();
        PlacementTables tables = ground.tables();
        SeatingSearch search = new SeatingSearch(problem.policy());
        Seating best = RentedNumbers.lowestFirst(problem, tables, found);
        for (int round = 0; round < ROUNDS; round++) {
            PlacementProblem next = problem.withCurrent(
                    PlanAssembly.of(problem, best.hostIds(tables)).asCurrentTarget().placements());
            if (next.current().equals(problem.current())) {
                break;
            }
            PlacementTables nextTables = TablesBuilder.of(next);
            Seating again = RentedNumbers.lowestFirst(next, nextTables, search.find(Dominance.of(nextTables).without()));
            Seating moved = Seating.of(tables, again.seats());
            // If current and planned copies use resources at the same time (addresses, for example), the next planning sees only the
            // planned copies.
            if (again.sameSeats(best) || !moved.whole()) {
                break;
            }
            best = moved;
        }
        return best;
    }
}
