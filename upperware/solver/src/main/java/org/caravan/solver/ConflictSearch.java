package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.requirement.Requirement;
import org.caravan.problem.requirement.Requirements;
import org.caravan.solver.Feasibility.Verdict;

/**
 * Finds requirements that cannot be kept together, none of which could be left out (a deletion filter, by halves): one after the other is
 * left out, for good if there is still no placement, and kept if there is one then. What is left is a conflict of its own, but maybe not the only one: so the whole problem is asked
 * whether it has a placement without it, and if not, for the next conflict.
 */
final class ConflictSearch {

    /** Tenants × hosts up to which it is affordable to ask again and again. */
    private static final long SMALL = 100_000;
    /** Conflicts that are looked for. */
    private static final int MOST = 5;

    private final Feasibility feasibility = new Feasibility();
    private final List<Requirement> kept = new ArrayList<>();
    private PlacementProblem problem;
    /** Of what is left of the problem. */
    private Verdict refused = Verdict.UNKNOWN;
    private boolean minimal = true;

    private ConflictSearch(PlacementProblem problem) {
        this.problem = problem;
    }

    /** @param problem without a placement, as far as anybody knows */
    static Conflict of(PlacementProblem problem) {
        long instances = problem.application().components().stream().mapToLong(component -> component.replicas()).sum();
        if (instances * problem.infrastructure().hosts().size() > SMALL) {
            return Conflict.UNKNOWN;
        }
        ConflictSearch first = new ConflictSearch(problem).searched();
        if (!refuses(first.refused)) {
            return Conflict.UNKNOWN;
        }
        if (!first.irreducible()) {
            return new Conflict(first.texts(), first.refused == Verdict.NO ? first.minimal ? Certainty.MINIMAL : Certainty.PROVED : Certainty.TRIED);
        }
        return withOthers(problem, first);
    }

    /** Asks the whole problem whether the conflict is the only one. */
    private static Conflict withOthers(PlacementProblem whole, ConflictSearch first) {
        List<ConflictSearch> found = new ArrayList<>(List.of(first));
        PlacementProblem rest = first.without(whole);
        // Those that have no requirement in common with one before.
        while (found.size() < MOST) {
            ConflictSearch next = new ConflictSearch(rest).searched();
            if (!next.irreducible()) {
                break;
            }
            found.add(next);
            rest = next.without(rest);
        }
        boolean enough = found.size() == 1;
        Feasibility feasibility = new Feasibility();
        for (int i = 0; i < first.kept.size() && found.size() < MOST; i++) {
            PlacementProblem less = first.kept.get(i).without().apply(whole);
            Verdict verdict = feasibility.of(less);
            enough &= verdict == Verdict.YES;
            // Where others are known already, what they share with the first need not be known as well.
            ConflictSearch sharing = refuses(verdict) && found.size() == 1 ? new ConflictSearch(less).searched() : null;
            if (sharing != null && sharing.irreducible()) {
                found.add(sharing);
            }
        }
        return found.size() == 1 ? new Conflict(first.texts(), enough ? Certainty.MINIMAL : Certainty.PROVED)
                : new Conflict(first.texts(), Certainty.SEVERAL, found.subList(1, found.size()).stream().map(ConflictSearch::texts).toList());
    }

    private ConflictSearch searched() {
        refused = feasibility.of(problem);
        if (refuses(refused)) {
            // Components whole first: what concerns none of those that are left is out of the question at once.
            leaveOut(Requirements.components(problem));
            kept.clear();
            minimal = true;
            leaveOut(Requirements.all(problem));
        }
        return this;
    }

    /** Whether it is proved that there is no placement, and of each that there would be one without it, if the application were nothing but this. */
    private boolean irreducible() {
        return refused == Verdict.NO && minimal && !kept.isEmpty();
    }

    private List<String> texts() {
        return kept.stream().map(Requirement::text).toList();
    }

    private PlacementProblem without(PlacementProblem whole) {
        PlacementProblem less = whole;
        for (Requirement requirement : kept) {
            less = requirement.without().apply(less);
        }
        return less;
    }

    private static boolean refuses(Verdict verdict) {
        return verdict == Verdict.NO || verdict == Verdict.NOT_BY_PATHS_TRIED;
    }

    private void leaveOut(List<Requirement> requirements) {
        if (requirements.isEmpty()) {
            return;
        }
        PlacementProblem less = problem;
        for (Requirement requirement : requirements) {
            Watch.look("looks for what is in conflict");
            less = requirement.without().apply(less);
        }
        Verdict verdict = feasibility.of(less);
        if (refuses(verdict)) {
            problem = less;
            refused = verdict;
        } else if (requirements.size() == 1) {
            kept.add(requirements.get(0));
            minimal &= verdict == Verdict.YES;
        } else {
            leaveOut(requirements.subList(0, requirements.size() / 2));
            leaveOut(requirements.subList(requirements.size() / 2, requirements.size()));
        }
    }
}
