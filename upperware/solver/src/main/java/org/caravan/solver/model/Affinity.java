package org.caravan.solver.model;

import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation;

/**
 * Affinity or anti-affinity between one instance of a component and all instances of another.
 *
 * @param index in its tables
 * @param one index of an instance
 * @param others indices of the instances of the other component; not empty
 * @param points penalty if violated: hard points if required, soft points otherwise
 */
public record Affinity(int index, int one, int[] others, Coupling coupling, long points) {

    public boolean required() {
        return coupling.required();
    }

    ScoreTerm part() {
        return required() ? ScoreTerm.TOGETHER : ScoreTerm.PREFERENCES;
    }

    public boolean together() {
        return coupling.kind() == Kind.TOGETHER;
    }

    public boolean isOther(int instance) {
        for (int other : others) {
            if (other == instance) {
                return true;
            }
        }
        return false;
    }

    public boolean near(Position position, Position otherPosition) {
        return coupling.by() == Separation.By.SITE ? position.site() == otherPosition.site() : position.index() == otherPosition.index();
    }

    /** @param near number of the other instances that are near, when all are placed */
    public boolean broken(int near) {
        return together() ? near == 0 : near > 0;
    }

    /** Whether it is violated by a partial assignment. Unplaced instances may still be placed near, so a violation found here is final. */
    public boolean broken(CompiledProblem tables, int[] positionOf) {
        if (positionOf[one] == Position.NONE) {
            return false;
        }
        Position position = tables.position(positionOf[one]);
        for (int other : others) {
            int at = positionOf[other];
            if (at == Position.NONE ? together() : near(position, tables.position(at))) {
                return !together();
            }
        }
        return together();
    }

    @Override
    public String toString() {
        return coupling.text();
    }
}
