package org.caravan.solver.optaplanner;

import java.util.List;
import org.caravan.solver.model.CompiledProblem;

/** Utility as a fact for constraint streams. Slower implementation of {@code UtilityUse}, computed from scratch. */
final class UtilityConstraint {

    private final CompiledProblem tables;

    UtilityConstraint(CompiledProblem tables) {
        this.tables = tables;
    }

    long points(List<PlacementEntity> entity) {
        return tables.utilities().model() == null ? 0
                : tables.utilities().points(tables.utilities().values(tables, positions(entity)));
    }

    /** Of latency goals with parallel calls. */
    long parallelPoints(List<PlacementEntity> entity) {
        return tables.utilities().parallelPoints(tables, positions(entity));
    }

    private int[] positions(List<PlacementEntity> entity) {
        int[] positions = new int[tables.instances().size()];
        entity.forEach(one -> positions[one.index()] = one.position().index());
        return positions;
    }
}
