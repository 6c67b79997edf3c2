package org.caravan.solver.search;

import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SearchProgress;

/**
 * Exhaustive search over all placements of a small problem: the best placement for the search, the exact minimum for the bound. Leaves
 * out branches that cannot become better than the best placement so far: further instances repair no violated hard constraint and, unless
 * utility formulas count, lower no penalty.
 */
public final class ExhaustiveSearch {

    private static final double FEW = 20_000;

    private final CompiledProblem tables;
    private final boolean[] movable;
    private final boolean onlyAdded;
    private final IncrementalScore score;
    private Assignment best;

    private ExhaustiveSearch(CompiledProblem tables, Assignment start, boolean[] movable) {
        this.tables = tables;
        this.movable = movable;
        this.onlyAdded = !tables.utilities().any();
        this.score = new IncrementalScore(tables);
        this.best = start;
    }

    /** Whether there are few placements. */
    public static boolean isQuick(CompiledProblem tables) {
        return isQuick(tables, MovableInstances.all(tables));
    }

    /** @param movable by instance; the others keep their hosts */
    static boolean isQuick(CompiledProblem tables, boolean[] movable) {
        double placements = 1;
        for (PlacedInstance instance : tables.instances()) {
            placements *= movable[instance.index()] ? instance.positions().length : 1;
        }
        return placements <= FEW;
    }

    /**
     * Returns the best placement by {@link Assignment#compareTo}; the start if none is better.
     *
     * @param start complete placement
     * @param movable by instance; the others keep their hosts
     */
    static Assignment best(CompiledProblem tables, Assignment start, boolean[] movable) {
        ExhaustiveSearch ended = ended(tables, start, movable);
        SearchProgress.enumerated(ended.score.tried(), ended.best);
        return ended.best;
    }

    private static ExhaustiveSearch ended(CompiledProblem tables, Assignment start, boolean[] movable) {
        ExhaustiveSearch enumeration = new ExhaustiveSearch(tables, start, movable);
        for (PlacedInstance instance : tables.instances()) {
            if (!movable[instance.index()]) {
                enumeration.score.place(instance.index(), start.positions()[instance.index()]);
            }
        }
        enumeration.from(0);
        return enumeration;
    }

    /** Returns the soft score of the best placement that satisfies all hard constraints; {@link Long#MAX_VALUE} if there is none. */
    public static long least(CompiledProblem tables) {
        return least(tables, Long.MAX_VALUE);
    }

    /** As {@link #least(CompiledProblem)}, at most {@code reached}, which saves time. */
    public static long least(CompiledProblem tables, long reached) {
        return ended(tables, new Assignment(new int[0], 0, reached), MovableInstances.all(tables)).best.soft();
    }

    private void from(int instance) {
        if (!canBecomeBest()) {
            return;
        }
        if (instance == tables.instances().size()) {
            Assignment found = new Assignment(score.positions(), score.hard(), score.soft());
            best = found.compareTo(best) < 0 ? found : best;
        } else if (movable[instance]) {
            SearchProgress.look();
            for (int position : tables.instance(instance).positions()) {
                score.attempt(instance, position);
                from(instance + 1);
            }
            score.place(instance, Position.NONE);
        } else {
            from(instance + 1);
        }
    }

    private boolean canBecomeBest() {
        long hard = score.hard();
        return hard < best.hard() || hard == best.hard() && (!onlyAdded || score.soft() < best.soft());
    }
}
