package org.caravan.solver.build;

import java.util.List;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Terms;

/** Variant of the compiled problem in which cost dominates all other soft terms and is not limited. */
public final class ThriftyTables {

    /** Points per cent. */
    private static final long DEAR = 10_000;

    private ThriftyTables() {}

    public static PlacementTables of(PlacementTables tables) {
        List<Seat> seats = tables.seats().stream().map(seat -> seat.index() < tables.hosts()
                ? new Seat(seat.index(), seat.hostId(), seat.site(), seat.platform(), seat.cpuFree(), seat.memoryFree(),
                        DEAR * seat.terms().money(), new Terms(seat.terms().diskFree(), 0, 0, 0, seat.terms().rented()))
                : seat).toList();
        return tables.within(seats, tables.considered().withoutLimit());
    }
}
