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
 * left out, for good if there is still no placement, and kept if there is one then.
 */
final class ConflictSearch {

    /** Tenants × hosts up to which it is affordable to ask again and again. */
    private static final long SMALL = 100_000;

    private final Feasibility feasibility = new Feasibility();
    private final List<String> kept = new ArrayList<>();
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
        return new ConflictSearch(problem).find();
    }

    private Conflict find() {
        refused = feasibility.of(problem);
        if (!refuses(refused)) {
            return Conflict.UNKNOWN;
        }
        // Components whole first: what concerns none of those that are left is out of the question at once.
        leaveOut(Requirements.components(problem));
        kept.clear();
        minimal = true;
        leaveOut(Requirements.all(problem));
        Certainty proved = minimal ? Certainty.MINIMAL : Certainty.PROVED;
        return new Conflict(kept, refused == Verdict.NO ? proved : Certainty.TRIED);
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
            kept.add(requirements.get(0).text());
            minimal &= verdict == Verdict.YES;
        } else {
            leaveOut(requirements.subList(0, requirements.size() / 2));
            leaveOut(requirements.subList(requirements.size() / 2, requirements.size()));
        }
    }
}
