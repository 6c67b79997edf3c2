package org.caravan.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import org.caravan.application.Component;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.requirement.Omission;
import org.caravan.problem.requirement.OmissionOrder;
import org.caravan.solver.bound.Feasibility;
import org.caravan.solver.bound.Feasibility.Verdict;
import org.caravan.solver.score.SearchProgress;

/**
 * Finds a minimal set of optional copies to omit from an infeasible application. Omissions are tried in {@link OmissionOrder}, one further
 * copy at a time. If an omission is infeasible, only components of its conflict are omitted next, because no other omission resolves it.
 * (Hitting sets in order of their worth: Reiter, "A theory of diagnosis from first principles", 1987.) If that is too expensive, all
 * optional components are omitted first and then added again by bisection, highest priority first.
 */
final class MinimalOmission {

    /** Instances × hosts up to which repeated feasibility tests are affordable. */
    private static final long SMALL = 100_000;
    private static final int CHECKS = 1_500;
    private static final int CHECKS_OF_LARGE = 40;
    /** Maximum number of searches for a placement, for omissions that a check does not refute. */
    private static final int SEARCHES = 8;
    /** The same with alternatives of forms, of which each search plans several: limit on all these plannings. */
    private static final int PLANNINGS = 64;

    private final PlacementProblem problem;
    private final Function<Omission, PlanningOutcome> planner;
    private final Omission most;
    private final OmissionOrder order;
    private final Feasibility feasibility = new Feasibility();
    private int checks;
    private int searches;
    /** Whether all smaller omissions are proved infeasible. */
    private boolean proved = true;
    private boolean checkedAll;

    /** @param least whether minimality is proved */
    record Found(Omission omission, Planned planned, boolean least) {}

    private MinimalOmission(PlacementProblem problem, Omission most, Function<Omission, PlanningOutcome> planner) {
        this.problem = problem;
        this.planner = planner;
        this.most = most;
        this.order = new OmissionOrder(problem);
        this.searches = searches(problem);
    }

    /**
     * @param problem for which no placement was found
     * @param planner makes a plan for the problem after an omission
     * @return empty if there is no placement even without all optional components
     */
    static Optional<Found> of(PlacementProblem problem, Function<Omission, PlanningOutcome> planner) {
        Omission most = Omission.most(problem);
        return most.copies().isEmpty() ? Optional.empty() : new MinimalOmission(problem, most, planner).find();
    }

    /** Like {@link #of}, but skips the ordered search, as for large problems. */
    static Optional<Found> ofLarge(PlacementProblem problem, Function<Omission, PlanningOutcome> planner) {
        Omission most = Omission.most(problem);
        return most.copies().isEmpty() ? Optional.empty() : new MinimalOmission(problem, most, planner).addedAgain(CHECKS_OF_LARGE);
    }

    /** At least one for an omission, and one for all optional components. */
    static int searches(PlacementProblem problem) {
        return (int) Math.max(2, Math.min(SEARCHES, PLANNINGS / AlternativeSearch.attempts(problem)));
    }

    private Optional<Found> find() {
        if (verdict(most) == Verdict.NO) {
            return Optional.empty();
        }
        long instances = problem.application().components().stream().mapToLong(Component::replicas).sum();
        if (instances * problem.infrastructure().hosts().size() > SMALL) {
            return addedAgain(CHECKS_OF_LARGE);
        }
        checks = CHECKS;
        Optional<Found> found = inOrder();
        return found.isPresent() || checkedAll ? found : addedAgain(CHECKS);
    }

    private Optional<Found> inOrder() {
        PriorityQueue<Omission> open = new PriorityQueue<>(order);
        Set<Omission> seen = new HashSet<>();
        open.add(Omission.NONE);
        while (!open.isEmpty() && checks > 0 && searches > 0) {
            SearchProgress.look("searches for what to leave out");
            Omission next = open.poll();
            if (nothingLeft(next)) {
                continue;
            }
            Verdict verdict = verdict(next);
            Optional<Found> found = verdict == Verdict.NO ? Optional.empty() : planned(next);
            if (found.isPresent()) {
                return found;
            }
            proved &= verdict == Verdict.NO;
            (verdict == Verdict.NO ? core(next) : most.copies().keySet()).stream()
                    .filter(id -> next.of(id) < most.of(id))
                    .map(id -> next.with(id, next.of(id) + 1))
                    .filter(seen::add)
                    .forEach(open::add);
        }
        checkedAll = open.isEmpty();
        return Optional.empty();
    }

    /** An omission of all components, and any larger one, is not a plan. */
    private boolean nothingLeft(Omission omission) {
        return omission.appliedTo(problem).application().components().isEmpty();
    }

    /** The problem without omissions was already planned without success. */
    private Optional<Found> planned(Omission omission) {
        if (omission.equals(Omission.NONE) || nothingLeft(omission)) {
            return Optional.empty();
        }
        searches--;
        return planner.apply(omission) instanceof Planned plan ? Optional.of(new Found(omission, plan, proved)) : Optional.empty();
    }

    private Verdict verdict(Omission omission) {
        checks--;
        PlacementProblem rest = omission.appliedTo(problem);
        if (!AlternativeSearch.concerns(rest)) {
            return feasibility.of(rest);
        }
        Verdict running = feasibility.of(AlternativeSearch.running(rest));
        return running == Verdict.YES ? Verdict.YES
                : feasibility.of(AlternativeBounds.relaxed(rest)) == Verdict.NO ? Verdict.NO : Verdict.UNKNOWN;
    }

    /** Conflict: optional components whose remaining copies cannot all stay, whatever else is omitted. */
    private Set<String> core(Omission at) {
        Set<String> core = new HashSet<>();
        List<String> left = most.copies().keySet().stream().filter(id -> at.of(id) < most.of(id)).toList();
        leaveOut(at, left, core);
        return core;
    }

    /** Deletion filter by halves: omits components that are not needed for infeasibility; adds the others to the core. */
    private Omission leaveOut(Omission from, List<String> ids, Set<String> core) {
        if (ids.isEmpty()) {
            return from;
        }
        Omission more = from;
        for (String id : ids) {
            more = more.with(id, most.of(id));
        }
        if (checks > 0 && verdict(more) == Verdict.NO) {
            return more;
        }
        if (ids.size() == 1) {
            core.add(ids.get(0));
            return from;
        }
        Omission half = leaveOut(from, ids.subList(0, ids.size() / 2), core);
        return leaveOut(half, ids.subList(ids.size() / 2, ids.size()), core);
    }

    private Optional<Found> addedAgain(int affordable) {
        checks = affordable;
        proved = false;
        searches = searches(problem);
        Map<String, Integer> priorities = new HashMap<>();
        problem.application().components().forEach(component -> component.optional()
                .ifPresent(priority -> priorities.put(component.id(), priority)));
        List<String> wanted = new ArrayList<>(most.copies().keySet());
        wanted.sort(Comparator.comparing(priorities::get, Comparator.reverseOrder()));
        Optional<Found> found = planned(added(most, wanted));
        return found.isPresent() ? found : planned(most);
    }

    private Omission added(Omission to, List<String> ids) {
        Omission less = to;
        for (String id : ids) {
            less = less.with(id, 0);
        }
        if (ids.isEmpty() || checks > 0 && verdict(less) == Verdict.YES) {
            return less;
        }
        return ids.size() == 1 ? copiesAdded(to, ids.get(0))
                : added(added(to, ids.subList(0, ids.size() / 2)), ids.subList(ids.size() / 2, ids.size()));
    }

    private Omission copiesAdded(Omission to, String id) {
        Omission last = to;
        while (last.of(id) > 1 && checks > 0 && verdict(last.with(id, last.of(id) - 1)) == Verdict.YES) {
            last = last.with(id, last.of(id) - 1);
        }
        return last;
    }
}
