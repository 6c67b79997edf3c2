package org.caravan.solver.optaplanner;

import org.caravan.solver.score.IncrementalScore;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.calculator.IncrementalScoreCalculator;

/**
 * Adapts the {@link IncrementalScore} to OptaPlanner. {@link PlacementConstraintProvider} compute the same score by constraint, more
 * slowly; tests compare both. Public because OptaPlanner instantiates it.
 */
public final class PlacementScoreCalculator implements IncrementalScoreCalculator<PlacementSolution, HardSoftLongScore> {

    private IncrementalScore score;

    @Override
    public void resetWorkingSolution(PlacementSolution plan) {
        score = new IncrementalScore(plan.tables());
        plan.entities().forEach(this::position);
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
        position((PlacementEntity) entity);
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

    private void position(PlacementEntity entity) {
        if (!entity.isUsers()) {
            score.place(entity.index(), entity.position().index());
        }
    }

    private static IllegalStateException fixed() {
        return new IllegalStateException("instances neither come nor go while a plan is searched");
    }
}
