package org.caravan.solver;

import java.util.List;

/** What plans are to make large, for constraints: {@link UtilityUse} once more, slower and from the beginning. */
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
