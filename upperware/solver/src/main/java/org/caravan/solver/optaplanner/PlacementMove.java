package org.caravan.solver.optaplanner;

import java.util.Arrays;
import java.util.List;
import org.caravan.solver.model.Position;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.domain.variable.descriptor.VariableDescriptor;
import org.optaplanner.core.impl.heuristic.move.AbstractMove;
import org.optaplanner.core.impl.score.director.InnerScoreDirector;

/** Move of one or more instances to other hosts; each instance occurs once. */
final class PlacementMove extends AbstractMove<PlacementSolution> {

    private final PlacementEntity[] who;
    private final Position[] where;

    PlacementMove(PlacementEntity[] who, Position[] where) {
        this.who = who;
        this.where = where;
    }

    static PlacementMove of(PlacementEntity one, Position position) {
        return new PlacementMove(new PlacementEntity[] {one}, new Position[] {position});
    }

    @Override
    public boolean isMoveDoable(ScoreDirector<PlacementSolution> director) {
        for (int i = 0; i < who.length; i++) {
            if (who[i].position() != where[i]) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected PlacementMove createUndoMove(ScoreDirector<PlacementSolution> director) {
        Position[] back = new Position[who.length];
        for (int i = 0; i < who.length; i++) {
            back[i] = who[i].position();
        }
        return new PlacementMove(who, back);
    }

    @Override
    protected void doMoveOnGenuineVariables(ScoreDirector<PlacementSolution> director) {
        // Like OptaPlanner's own moves: access by name would look up the variable twice per change.
        InnerScoreDirector<PlacementSolution, ?> inner = (InnerScoreDirector<PlacementSolution, ?>) director;
        VariableDescriptor<PlacementSolution> position = inner.getSolutionDescriptor().findEntityDescriptorOrFail(PlacementEntity.class)
                .getVariableDescriptor("position");
        for (int i = 0; i < who.length; i++) {
            if (who[i].position() != where[i]) {
                inner.beforeVariableChanged(position, who[i]);
                who[i].sit(where[i]);
                inner.afterVariableChanged(position, who[i]);
            }
        }
    }

    @Override
    public List<PlacementEntity> getPlanningEntities() {
        return Arrays.asList(who);
    }

    @Override
    public List<Position> getPlanningValues() {
        return Arrays.asList(where);
    }

    @Override
    public String toString() {
        return Arrays.toString(who) + " to " + Arrays.toString(where);
    }
}
