package org.caravan.solver.build;

import java.util.List;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.Position;

/** Variant of the compiled problem in which cost dominates all other soft terms and is not limited. */
public final class CostOnlyObjective {

    /** Points per cent. */
    private static final long DEAR = 10_000;

    private CostOnlyObjective() {}

    public static CompiledProblem of(CompiledProblem tables) {
        List<Position> seats = tables.seats().stream().map(seat -> seat.index() < tables.hosts()
                ? new Position(seat.index(), seat.hostId(), seat.site(), seat.platform(), seat.cpuFree(), seat.memoryFree(),
                        DEAR * seat.terms().money(), new HostResources(seat.terms().diskFree(), 0, 0, 0, seat.terms().rented()))
                : seat).toList();
        return tables.within(seats, tables.considered().withoutLimit());
    }
}
