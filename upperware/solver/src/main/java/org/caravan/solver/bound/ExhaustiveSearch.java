package org.caravan.solver.bound;

import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/** Exhaustive search over all placements of a small problem; gives the exact minimum as bound. */
public final class ExhaustiveSearch {

    private static final double FEW = 20_000;

    private final CompiledProblem tables;
    private final IncrementalScore score;
    private long least = Long.MAX_VALUE;

    private ExhaustiveSearch(CompiledProblem tables) {
        this.tables = tables;
        this.score = new IncrementalScore(tables);
    }

    static boolean isQuick(CompiledProblem tables) {
        double placements = 1;
        for (PlacedInstance instance : tables.instances()) {
            placements *= instance.positions().length;
        }
        return placements <= FEW;
    }

    /** Returns the soft score of the best placement that satisfies all hard constraints; {@link Long#MAX_VALUE} if there is none. */
    public static long least(CompiledProblem tables) {
        ExhaustiveSearch enumeration = new ExhaustiveSearch(tables);
        enumeration.from(0);
        return enumeration.least;
    }

    private void from(int instance) {
        if (instance == tables.instances().size()) {
            least = score.hard() == 0 ? Math.min(least, score.soft()) : least;
            return;
        }
        for (int position : tables.instance(instance).positions()) {
            score.place(instance, position);
            from(instance + 1);
        }
        score.place(instance, Position.NONE);
    }
}
