package org.caravan.bench.reassignment;

import java.util.Arrays;
import java.util.List;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.heuristic.move.AbstractMove;

/** Some processes change their machines together; each is named once. */
final class Shift extends AbstractMove<Reassignment> {

    private final Assigned[] who;
    private final int[] where;

    Shift(Assigned[] who, int[] where) {
        this.who = who;
        this.where = where;
    }

    static Shift of(Assigned one, int machine) {
        return new Shift(new Assigned[] {one}, new int[] {machine});
    }

    static Shift swap(Assigned one, Assigned other) {
        return new Shift(new Assigned[] {one, other}, new int[] {other.machine(), one.machine()});
    }

    @Override
    public boolean isMoveDoable(ScoreDirector<Reassignment> director) {
        for (int i = 0; i < who.length; i++) {
            if (who[i].machine() != where[i]) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected Shift createUndoMove(ScoreDirector<Reassignment> director) {
        int[] back = new int[who.length];
        for (int i = 0; i < who.length; i++) {
            back[i] = who[i].machine();
        }
        return new Shift(who, back);
    }

    @Override
    protected void doMoveOnGenuineVariables(ScoreDirector<Reassignment> director) {
        for (int i = 0; i < who.length; i++) {
            director.beforeVariableChanged(who[i], "machine");
            who[i].moveTo(where[i]);
            director.afterVariableChanged(who[i], "machine");
        }
    }

    @Override
    public List<Assigned> getPlanningEntities() {
        return Arrays.asList(who);
    }

    @Override
    public List<Integer> getPlanningValues() {
        return Arrays.stream(where).boxed().toList();
    }
}
