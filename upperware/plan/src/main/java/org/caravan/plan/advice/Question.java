package org.caravan.plan.advice;

import java.util.Optional;
import java.util.function.Function;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;

/**
 * Question for advice.
 *
 * @param model as its developer wrote it
 * @param problems complete problem of a model, with all else unchanged
 * @param target deployed placement; empty if nothing is deployed
 * @param cacheHits assumed share of calls that a new cache answers, above 0 and at most 1
 * @param most number of refactorings to return, at least 1
 * @param plannings number of refactorings of each sort, hops and read replicas, for which planning is repeated; at least 0
 */
public record Question(ApplicationModel model, Function<ApplicationModel, PlacementProblem> problems, Optional<DeploymentPlan> target,
        double cacheHits, int most, int plannings) {

    public Question {
        if (!(cacheHits > 0 && cacheHits <= 1) || most < 1 || plannings < 0) {
            throw new IllegalArgumentException("hits " + cacheHits + ", most " + most + ", plannings " + plannings);
        }
    }
}
