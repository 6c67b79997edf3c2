package org.caravan.solver;

import java.util.Optional;
import java.util.Set;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/** Tries every placement: the truth, for problems small enough. */
public final class BruteForce {

    private final CompiledProblem tables;
    private final IncrementalScore score;
    private final Set<String> excluded;
    private Assignment best;

    private BruteForce(CompiledProblem tables, Set<String> excluded) {
        this.excluded = excluded;
        this.tables = tables;
        this.score = new IncrementalScore(tables);
    }

    /** The best placement that breaks no obligation, on any host, also those that a filter would remove. */
    public static Optional<Assignment> best(CompiledProblem tables) {
        return best(tables, Set.of());
    }

    /** The same, but on none of the excluded hosts: no obligation is broken there, an operator has said so. */
    public static Optional<Assignment> best(CompiledProblem tables, Set<String> excluded) {
        BruteForce search = new BruteForce(tables, excluded);
        search.from(0);
        return Optional.ofNullable(search.best);
    }

    private void from(int instance) {
        if (instance == tables.instances().size()) {
            Assignment assignment = new Assignment(score.positions(), score.hard(), score.soft());
            if (assignment.whole() && (best == null || assignment.compareTo(best) < 0)) {
                best = assignment;
            }
            return;
        }
        for (int host = 0; host < tables.hosts(); host++) {
            if (!excluded.contains(tables.position(host).hostId())) {
                score.place(instance, host);
                from(instance + 1);
            }
        }
        score.place(instance, Position.NONE);
    }
}
