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
    public record Alternative(Position seat, long soft, Map<ScoreTerm, Long> parts) {}

    /**
     * @param best alternative without violations, the first in host order among equal ones
     * @param broken number of hosts by the text of the violated obligation
     */
    public record Outlook(Optional<Alternative> best, Map<String, Long> broken) {}

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

    public Outlook of(PlacedInstance tenant) {
        int here = score.seatOf(tenant.index());
        Map<Integer, Optional<String>> alike = new HashMap<>();
        Map<String, Long> broken = new TreeMap<>();
        Optional<Alternative> best = Optional.empty();
        SearchProgress.look();
        for (int seat : tenant.seats()) {
            if (seat != here) {
                // Hosts with instances, or with the instance's previous placement, are distinct; of other hosts, the first represents
                // its class.
                int group = score.isOpen(seat) || tenant.isNow(seat) ? ALONE : groups.of(seat);
                if (group == ALONE || !alike.containsKey(group)) {
                    alike.put(group, tried(tenant, seat));
                    best = better(best, alike.get(group), seat);
                    score.place(tenant.index(), here);
                }
                alike.get(group).ifPresent(obligation -> broken.merge(obligation, 1L, Long::sum));
            }
        }
        return new Outlook(best, broken);
    }

    private Optional<Alternative> better(Optional<Alternative> best, Optional<String> broken, int seat) {
        return broken.isEmpty() && score.soft() < best.map(Alternative::soft).orElse(Long.MAX_VALUE)
                ? Optional.of(new Alternative(tables.seat(seat), score.soft(), score.parts())) : best;
    }

    /** Returns the first violated obligation on the host; leaves the instance there. */
    private Optional<String> tried(PlacedInstance tenant, int seat) {
        tries++;
        score.place(tenant.index(), seat);
        Map<ScoreTerm, Long> there = score.hard() == 0 ? Map.of() : score.parts();
        for (ScoreTerm part : ScoreTerm.values()) {
            if (part.hard() && there.getOrDefault(part, 0L) > parts.get(part)) {
                return Optional.of(part.broken());
            }
        }
        return Optional.empty();
    }
}
