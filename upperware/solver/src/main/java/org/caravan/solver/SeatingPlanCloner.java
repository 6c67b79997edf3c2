package org.caravan.solver;

import org.optaplanner.core.api.domain.solution.cloner.SolutionCloner;

/** Copies what a search changes and no more; copying field by field takes a multiple. Public only because OptaPlanner makes it. */
public final class SeatingPlanCloner implements SolutionCloner<SeatingPlan> {

    @Override
    public SeatingPlan cloneSolution(SeatingPlan original) {
        return original.copy();
    }
}
