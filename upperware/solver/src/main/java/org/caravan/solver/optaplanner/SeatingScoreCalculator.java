package org.caravan.solver.optaplanner;

import org.caravan.solver.score.RunningScore;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.calculator.IncrementalScoreCalculator;

/**
 * Adapts the {@link RunningScore} to OptaPlanner. {@link SeatingConstraints} compute the same score by constraint, more slowly; tests
 * compare both. Public because OptaPlanner instantiates it.
 */
public final class SeatingScoreCalculator implements IncrementalScoreCalculator<SeatingPlan, HardSoftLongScore> {

    private RunningScore score;

    @Override
    public void resetWorkingSolution(SeatingPlan plan) {
        score = new RunningScore(plan.tables());
        plan.seatedTenants().forEach(this::seat);
        plan.followedBy(score);
    }

    @Override
    public void beforeEntityAdded(Object entity) {
        throw fixed();
    }

    @Override
    public void afterEntityAdded(Object entity) {
        throw fixed();
    }

    @Override
    public void beforeVariableChanged(Object entity, String variableName) {
        // The running score knows the previous host.
    }

    @Override
    public void afterVariableChanged(Object entity, String variableName) {
        seat((SeatedTenant) entity);
    }

    @Override
    public void beforeEntityRemoved(Object entity) {
        throw fixed();
    }

    @Override
    public void afterEntityRemoved(Object entity) {
        throw fixed();
    }

    @Override
    public HardSoftLongScore calculateScore() {
        return HardSoftLongScore.of(-score.hard(), -score.soft());
    }

    private void seat(SeatedTenant seated) {
        if (!seated.isUsers()) {
            score.place(seated.index(), seated.seat().index());
        }
    }

    private static IllegalStateException fixed() {
        return new IllegalStateException("tenants neither come nor go while a plan is searched");
    }
}
