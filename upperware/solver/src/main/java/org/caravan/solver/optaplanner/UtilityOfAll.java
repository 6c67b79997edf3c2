package org.caravan.solver.optaplanner;

import java.util.List;
import org.caravan.solver.model.PlacementTables;

/** Utility as a fact for constraint streams. Slower implementation of {@code UtilityUse}, computed from scratch. */
final class UtilityOfAll {

    private final PlacementTables tables;

    UtilityOfAll(PlacementTables tables) {
        this.tables = tables;
    }

    long points(List<SeatedTenant> seated) {
        int[] seats = new int[tables.tenants().size()];
        seated.forEach(one -> seats[one.index()] = one.seat().index());
        return tables.utilities().points(tables.utilities().values(tables, seats));
    }
}
