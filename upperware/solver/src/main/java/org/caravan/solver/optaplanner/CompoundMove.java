package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.List;
import org.caravan.solver.model.Position;

/** Builder of a compound move; each instance occurs once. */
final class CompoundMove {

    private final List<PlacementEntity> who = new ArrayList<>();
    private final List<Position> where = new ArrayList<>();
    private final boolean[] named;

    CompoundMove(int instances) {
        this.named = new boolean[instances];
    }

    void clear() {
        who.forEach(entity -> named[entity.index()] = false);
        who.clear();
        where.clear();
    }

    void add(PlacementEntity entity, Position position) {
        if (!named[entity.index()]) {
            named[entity.index()] = true;
            who.add(entity);
            where.add(position);
        }
    }

    PlacementMove relocation() {
        return new PlacementMove(who.toArray(PlacementEntity[]::new), where.toArray(Position[]::new));
    }
}
