package org.caravan.solver;

import java.util.List;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanAssembly;
import org.caravan.plan.Planner;
import org.caravan.plan.PlanningOutcome;
import org.caravan.plan.PlanningOutcome.NoPlacement;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;

/** Finds plans with OptaPlanner. Safe for use by several threads. */
public final class OptaPlannerPlanner implements Planner {

    /** Each round wins more than moves cost, so few are ever needed. */
    private static final int SETTLING_ROUNDS = 20;

    private final ScoreExplanation explanation = new ScoreExplanation();

    /** Present paths are kept as a favour: where they leave no placement, one is looked for without them. */
    @Override
    public PlanningOutcome plan(PlacementProblem problem) {
        PlanningOutcome outcome = planOnce(problem);
        List<CurrentPlacement> free = problem.current().stream().map(CurrentPlacement::withoutPaths).toList();
        boolean kept = !free.equals(problem.current());
        PlanningOutcome last = kept && outcome instanceof NoPlacement ? planOnce(problem.withCurrent(free)) : outcome;
        return last instanceof NoPlacement none
                ? new NoPlacement(none.reasons(), Optional.of(ConflictSearch.of(problem.withCurrent(free))))
                : last;
    }

    private PlanningOutcome planOnce(PlacementProblem problem) {
        PlacementTables tables = TablesBuilder.of(problem);
        Refusal refusal = new Refusal(problem, tables);
        if (tables.tenants().stream().anyMatch(tenant -> tenant.seats().length == 0)) {
            return new NoPlacement(refusal.nowhereToSit());
        }
        SeatingSearch search = new SeatingSearch(problem.policy());
        Dominance dominance = Dominance.of(tables);
        Seating found = RentedNumbers.lowestFirst(problem, tables, search.find(dominance.without()));
        if (!found.whole()) {
            return new NoPlacement(refusal.broken(found));
        }
        Seating settled = settled(problem, search, tables, found);
        DeploymentPlan plan = PlanAssembly.of(problem, settled.hostIds(tables));
        return new PlanningOutcome.Planned(plan, new ReportWriter(problem, tables, dominance, settled).write(plan, explanation));
    }

    /**
     * Plans again as if the plan were the target already, until nothing changes. Without it a second planning of the
     * same input could find something better than the first and ask for moves that nobody caused.
     */
    private static Seating settled(PlacementProblem problem, SeatingSearch search, PlacementTables tables, Seating found) {
        Seating best = found;
        for (int round = 0; round < SETTLING_ROUNDS; round++) {
            PlacementProblem next = problem.withCurrent(
                    PlanAssembly.of(problem, best.hostIds(tables)).asCurrentTarget().placements());
            if (next.current().equals(problem.current())) {
                break;
            }
            PlacementTables nextTables = TablesBuilder.of(next);
            Seating again = RentedNumbers.lowestFirst(next, nextTables, search.find(Dominance.of(nextTables).without()));
            if (again.sameSeats(best)) {
                break;
            }
            best = Seating.of(tables, again.seats());
        }
        return best;
    }
}
