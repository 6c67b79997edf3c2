package org.caravan.solver.candidates;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SearchProgress;

/**
 * Evaluates the score for every other host of one instance while all other instances stay. Empty hosts of one class are evaluated once.
 */
public final class SingleMoveEvaluator {

    /** @param parts score terms with the instance on this host */
    public record Alternative(Position position, long soft, Map<ScoreTerm, Long> parts) {}

    /**
     * @param best alternative without violations, the first in host order among equal ones
     * @param broken number of hosts by the text of the violated obligation
     */
    public record Alternatives(Optional<Alternative> best, Map<String, Long> broken) {}

    private static final int ALONE = -1;

    private final IncrementalScore score;
    private final CompiledProblem tables;
    private final HostClasses groups;
    private final Map<ScoreTerm, Long> parts;
    private int tries;

    /** @param score score of an assignment; modified during the evaluation and restored afterwards */
    public SingleMoveEvaluator(CompiledProblem tables, IncrementalScore score) {
        this.tables = tables;
        this.score = score;
        this.groups = new HostClasses(tables);
        this.parts = score.parts();
    }

    public Map<ScoreTerm, Long> parts() {
        return parts;
    }

    /** Number of hosts tried so far. */
    int tries() {
        return tries;
    }

    public Alternatives of(PlacedInstance instance) {
        int here = score.positionOf(instance.index());
        Map<Integer, Optional<String>> alike = new HashMap<>();
        Map<String, Long> broken = new TreeMap<>();
        Optional<Alternative> best = Optional.empty();
        SearchProgress.look();
        for (int position : instance.positions()) {
            if (position != here) {
                // Hosts with instances, or with the instance's previous placement, are distinct; of other hosts, the first represents
                // its class.
                int group = score.isOpen(position) || instance.isNow(position) ? ALONE : groups.of(position);
                if (group == ALONE || !alike.containsKey(group)) {
                    alike.put(group, tried(instance, position));
                    best = better(best, alike.get(group), position);
                    score.place(instance.index(), here);
                }
                alike.get(group).ifPresent(obligation -> broken.merge(obligation, 1L, Long::sum));
            }
        }
        return new Alternatives(best, broken);
    }

    private Optional<Alternative> better(Optional<Alternative> best, Optional<String> broken, int position) {
        return broken.isEmpty() && score.soft() < best.map(Alternative::soft).orElse(Long.MAX_VALUE)
                ? Optional.of(new Alternative(tables.position(position), score.soft(), score.parts())) : best;
    }

    /** Returns the first violated obligation on the host; leaves the instance there. */
    private Optional<String> tried(PlacedInstance instance, int position) {
        tries++;
        score.place(instance.index(), position);
        Map<ScoreTerm, Long> there = score.hard() == 0 ? Map.of() : score.parts();
        for (ScoreTerm part : ScoreTerm.values()) {
            if (part.hard() && there.getOrDefault(part, 0L) > parts.get(part)) {
                return Optional.of(part.broken());
            }
        }
        return Optional.empty();
    }
}
