package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/** Report remarks on violated preferences, each with the cheapest single-instance move that satisfies it. */
final class PreferenceRemarks {

    /** Maximum number of preferences reported individually. */
    private static final int MOST = 20;

    private final CompiledProblem tables;
    private final IncrementalScore score;
    private final long soft;
    private long least;
    private String cheapest;

    private PreferenceRemarks(CompiledProblem tables, Assignment assignment) {
        this.tables = tables;
        this.score = new IncrementalScore(tables);
        score.load(assignment.positions());
        this.soft = score.soft();
    }

    static List<String> of(CompiledProblem tables, Assignment assignment) {
        List<Affinity> given = tables.couplings().broken(tables, assignment.positions()).stream().filter(coupled -> !coupled.required())
                .toList();
        PreferenceRemarks notes = given.isEmpty() ? null : new PreferenceRemarks(tables, assignment);
        List<String> texts = new ArrayList<>(given.stream().limit(MOST).map(coupled -> notes.note(coupled)).toList());
        if (given.size() > MOST) {
            texts.add(given.size() - MOST + " more preferences are not kept");
        }
        return texts;
    }

    private String note(Affinity coupled) {
        least = Long.MAX_VALUE;
        cheapest = "no move of one instance keeps it";
        consider(coupled, coupled.one());
        for (int other : coupled.others()) {
            consider(coupled, other);
        }
        return "not kept at " + tables.instance(coupled.one()) + ", worth " + amount(coupled.points()) + ": " + coupled + "; " + cheapest;
    }

    private void consider(Affinity coupled, int moving) {
        PlacedInstance instance = tables.instance(moving);
        int here = score.positionOf(moving);
        for (int position : instance.positions()) {
            score.place(moving, position);
            long cost = score.soft() - soft + coupled.points();
            if (score.hard() == 0 && cost < least && !coupled.broken(tables, score.positions())) {
                least = cost;
                cheapest = instance + " on " + tables.position(position) + " would keep it and cost " + amount(cost);
            }
        }
        score.place(moving, here);
    }

    /** Amount in units of goals: EUR per month or ms at weight 1. */
    private static String amount(long points) {
        return String.format(Locale.ROOT, "%.2f", points / 100.0);
    }
}
