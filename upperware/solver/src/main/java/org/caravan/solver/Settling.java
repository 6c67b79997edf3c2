package org.caravan.solver;

import org.caravan.plan.PlanAssembly;
import org.caravan.problem.PlacementProblem;

/**
 * Plans again as if the plan were the target already, until nothing changes. Without it a second planning of the same input could find something better than
 * the first and ask for moves that nobody caused.
 */
final class Settling {

    /** Each round wins more than moves cost, so few are ever needed. */
    private static final int ROUNDS = 20;

    private Settling() {}

    /** With the lowest numbers of rented hosts. */
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
            // Where the copies that run now and those of the plan need room side by side, say addresses, the next plan sees only the latter.
            if (again.sameSeats(best) || !moved.whole()) {
                break;
            }
            best = moved;
        }
        return best;
    }
}
