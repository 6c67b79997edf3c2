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
        List<Position> positions = tables.positions().stream().map(position -> position.index() < tables.hosts()
                ? new Position(position.index(), position.hostId(), position.site(), position.platform(), position.cpuFree(),
                        position.memoryFree(),
                        DEAR * position.terms().money(), new HostResources(position.terms().diskFree(), 0, 0, 0, position.terms().rented(),
                                position.terms().gpusFree()))
                : position).toList();
        return tables.within(positions, tables.considered().withoutLimit());
    }
}
