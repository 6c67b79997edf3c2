package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.requirement.Requirement;
import org.caravan.problem.requirement.Requirements;
import org.caravan.solver.bound.Feasibility;
import org.caravan.solver.bound.Feasibility.Verdict;
import org.caravan.solver.score.SearchProgress;

/**
 * Finds an irreducible infeasible subset of the requirements with a deletion filter that works on halves. A requirement is removed
 * permanently if the problem remains infeasible without it, and kept otherwise. To find out whether the conflict is the only one, the
 * search tests the whole problem without it and continues if that is still infeasible.
 */
public final class InfeasibleSubset {

    /** Instances × hosts up to which repeated feasibility tests are affordable. */
    private static final long SMALL = 100_000;
    /** Maximum number of conflicts reported. */
    private static final int MOST = 5;

    private final Feasibility feasibility = new Feasibility();
    private final List<Requirement> kept = new ArrayList<>();
    private PlacementProblem problem;
    /** Verdict on the remaining problem. */
    private Verdict refused = Verdict.UNKNOWN;
    private boolean minimal = true;

    private InfeasibleSubset(PlacementProblem problem) {
        this.problem = problem;
    }

    /** @param problem with no known placement */
    public static Conflict of(PlacementProblem problem) {
        long instances = problem.application().components().stream().mapToLong(component -> component.replicas()).sum();
        if (instances * problem.infrastructure().hosts().size() > SMALL) {
            return Conflict.UNKNOWN;
        }
        InfeasibleSubset first = new InfeasibleSubset(problem).searched();
        if (!refuses(first.refused)) {
            return Conflict.UNKNOWN;
        }
        if (!first.irreducible()) {
            return new Conflict(first.texts(), first.refused == Verdict.NO ? first.minimal ? Certainty.MINIMAL : Certainty.PROVED
                    : Certainty.TRIED);
        }
        return withOthers(problem, first);
    }

    /** Tests whether the conflict is the only one of the whole problem. */
    private static Conflict withOthers(PlacementProblem whole, InfeasibleSubset first) {
        List<InfeasibleSubset> found = new ArrayList<>(List.of(first));
        PlacementProblem rest = first.without(whole);
        // Conflicts that share no requirement with an earlier one.
        while (found.size() < MOST) {
            InfeasibleSubset next = new InfeasibleSubset(rest).searched();
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
            // If several conflicts are already known, conflicts that overlap the first one need not be found.
            InfeasibleSubset sharing = refuses(verdict) && found.size() == 1 ? new InfeasibleSubset(less).searched() : null;
            if (sharing != null && sharing.irreducible()) {
                found.add(sharing);
            }
        }
        return found.size() == 1 ? new Conflict(first.texts(), enough ? Certainty.MINIMAL : Certainty.PROVED)
                : new Conflict(first.texts(), Certainty.SEVERAL, found.subList(1, found.size()).stream().map(InfeasibleSubset::texts)
                        .toList());
    }

    private InfeasibleSubset searched() {
        refused = feasibility.of(problem);
        if (refuses(refused)) {
            // Whole components first: this eliminates all requirements of unrelated components at once.
            leaveOut(Requirements.components(problem));
            kept.clear();
            minimal = true;
            leaveOut(Requirements.all(problem));
        }
        return this;
    }

    /** Whether infeasibility is proved, and whether removing any single kept requirement makes the reduced problem feasible. */
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
            SearchProgress.look("searches for conflicting requirements");
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
