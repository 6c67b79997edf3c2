package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.List;
import org.caravan.solver.model.Seat;

/** Builder of a compound move; each instance occurs once. */
final class RelocationGroup {

    private final List<SeatedTenant> who = new ArrayList<>();
    private final List<Seat> where = new ArrayList<>();
    private final boolean[] named;

    RelocationGroup(int tenants) {
        this.named = new boolean[tenants];
    }

    void clear() {
        who.forEach(seated -> named[seated.index()] = false);
        who.clear();
        where.clear();
    }

    void add(SeatedTenant seated, Seat seat) {
        if (!named[seated.index()]) {
            named[seated.index()] = true;
            who.add(seated);
            where.add(seat);
        }
    }

    Relocation relocation() {
        return new Relocation(who.toArray(SeatedTenant[]::new), where.toArray(Seat[]::new));
    }
}
