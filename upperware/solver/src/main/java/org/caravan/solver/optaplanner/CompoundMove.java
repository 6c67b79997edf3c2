package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.List;
import org.caravan.solver.model.Position;

/** Builder of a compound move; each instance occurs once. */
final class CompoundMove {

    private final List<PlacementEntity> who = new ArrayList<>();
    private final List<Position> where = new ArrayList<>();
    private final boolean[] named;

    CompoundMove(int tenants) {
        this.named = new boolean[tenants];
    }

    void clear() {
        who.forEach(seated -> named[seated.index()] = false);
        who.clear();
        where.clear();
    }

    void add(PlacementEntity seated, Position seat) {
        if (!named[seated.index()]) {
            named[seated.index()] = true;
            who.add(seated);
            where.add(seat);
        }
    }

    PlacementMove relocation() {
        return new PlacementMove(who.toArray(PlacementEntity[]::new), where.toArray(Position[]::new));
    }
}
