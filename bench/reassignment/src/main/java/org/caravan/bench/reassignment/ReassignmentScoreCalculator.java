package org.caravan.bench.reassignment;

import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.calculator.IncrementalScoreCalculator;

/** Tells OptaPlanner the {@link RunningCost}. Public only because OptaPlanner makes it. */
public final class ReassignmentScoreCalculator implements IncrementalScoreCalculator<Reassignment, HardSoftLongScore> {

    private RunningCost cost;

    @Override
    public void resetWorkingSolution(Reassignment solution) {
        cost = solution.follow();
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
        // The running cost knows where the process was.
    }

    @Override
    public void afterVariableChanged(Object entity, String variableName) {
        Assigned assigned = (Assigned) entity;
        cost.place(assigned.process(), assigned.machine());
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
        return HardSoftLongScore.of(-cost.hard(), -cost.soft());
    }

    private static IllegalStateException fixed() {
        return new IllegalStateException("processes neither come nor go while a plan is searched");
    }
}
