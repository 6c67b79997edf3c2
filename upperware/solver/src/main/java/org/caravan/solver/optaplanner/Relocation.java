package org.caravan.solver.optaplanner;

import java.util.Arrays;
import java.util.List;
import org.caravan.solver.model.Seat;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.domain.variable.descriptor.VariableDescriptor;
import org.optaplanner.core.impl.heuristic.move.AbstractMove;
import org.optaplanner.core.impl.score.director.InnerScoreDirector;

/** Move of one or more instances to other hosts; each instance occurs once. */
final class Relocation extends AbstractMove<SeatingPlan> {

    private final SeatedTenant[] who;
    private final Seat[] where;

    Relocation(SeatedTenant[] who, Seat[] where) {
        this.who = who;
        this.where = where;
    }

    static Relocation of(SeatedTenant one, Seat seat) {
        return new Relocation(new SeatedTenant[] {one}, new Seat[] {seat});
    }

    @Override
    public boolean isMoveDoable(ScoreDirector<SeatingPlan> director) {
        for (int i = 0; i < who.length; i++) {
            if (who[i].seat() != where[i]) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected Relocation createUndoMove(ScoreDirector<SeatingPlan> director) {
        Seat[] back = new Seat[who.length];
        for (int i = 0; i < who.length; i++) {
            back[i] = who[i].seat();
        }
        return new Relocation(who, back);
    }

    @Override
    protected void doMoveOnGenuineVariables(ScoreDirector<SeatingPlan> director) {
        // Like OptaPlanner's own moves: access by name would look up the variable twice per change.
        InnerScoreDirector<SeatingPlan, ?> inner = (InnerScoreDirector<SeatingPlan, ?>) director;
        VariableDescriptor<SeatingPlan> seat = inner.getSolutionDescriptor().findEntityDescriptorOrFail(SeatedTenant.class).getVariableDescriptor("seat");
        for (int i = 0; i < who.length; i++) {
            if (who[i].seat() != where[i]) {
                inner.beforeVariableChanged(seat, who[i]);
                who[i].sit(where[i]);
                inner.afterVariableChanged(seat, who[i]);
            }
        }
    }

    @Override
    public List<SeatedTenant> getPlanningEntities() {
        return Arrays.asList(who);
    }

    @Override
    public List<Seat> getPlanningValues() {
        return Arrays.asList(where);
    }

    @Override
    public String toString() {
        return Arrays.toString(who) + " to " + Arrays.toString(where);
    }
}
