package org.caravan.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;
import org.caravan.plan.Certificate;
import org.caravan.plan.PlannedReplicas;
import org.caravan.plan.Proof;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.exact.OptimalityProof;
import org.caravan.solver.report.ReplicaText;
import org.caravan.solver.score.SearchProgress;

/**
 * Chooses the number of read replicas and their readers by planning the application with different choices. Tries all combinations if
 * there are few; otherwise uses coordinate descent by component, within a limit of plannings. Afterwards a read replica is treated like
 * any other instance.
 */
final class ReplicaSearch {

    /** Maximum number of combinations up to which all are planned. */
    private static final int FEW = 16;
    private static final int ROUNDS = 2;
    /**
     * Limit on choices times the alternatives of forms that are planned for each. Open numbers of replicas and omissions are planned
     * several times for each choice, within limits of their own.
     */
    private static final int PLANNINGS = 256;
    /** As {@link #PLANNINGS}, while no choice has a placement. */
    private static final int PLANNINGS_WITHOUT_PLACEMENT = 4 * PLANNINGS;
    /** Starts of the coordinate descent, which are planned regardless of the effort. */
    private static final int AT_LEAST = 3;
    /** Penalty for each omitted copy; outweighs all goals. */
    private static final long LEFT_OUT = 1L << 40;

    /** Planning result without explanations. @param whole creates the same result with explanations */
    record Tried(PlanningOutcome outcome, Supplier<PlanningOutcome> whole) {}

    private final PlacementProblem problem;
    private final Function<PlacementProblem, Tried> planner;
    private final int few;
    private final boolean all;
    /** Maximum number of choices that are planned if one of them has a placement. */
    private final long most;
    /** The same as long as none has. */
    private final long mostWithoutPlacement;
    private final int proof;
    private final List<List<ReadChoice>> open;
    private final Map<List<ReadChoice>, PlanningOutcome> tried = new LinkedHashMap<>();
    /** Best choices so far. Only their supplier of explanations is kept, to save memory. */
    private List<ReadChoice> leading;
    private long leadingWorth = Long.MAX_VALUE;
    private Supplier<PlanningOutcome> leader;

    /** @param planner planner of a problem without open choices */
    ReplicaSearch(PlacementProblem problem, Function<PlacementProblem, Tried> planner) {
        this(problem, planner, FEW);
    }

    /** @param few maximum number of combinations up to which all are planned */
    ReplicaSearch(PlacementProblem problem, Function<PlacementProblem, Tried> planner, int few) {
        this.few = few;
        this.planner = planner;
        this.open = List.copyOf(ReadReplicas.choices(problem.application()).values());
        long choices = open.stream().mapToLong(List::size).reduce(1, (one, other) -> Math.min(few + 1, one * other));
        long attempts = AlternativeSearch.attempts(problem);
        this.most = Math.max(AT_LEAST, PLANNINGS / attempts);
        this.mostWithoutPlacement = Math.max(AT_LEAST, PLANNINGS_WITHOUT_PLACEMENT / attempts);
        this.all = choices <= Math.min(few, most);
        this.proof = problem.policy().proofSeconds();
        // If a proof is requested, each combination gets an equal part of the time.
        this.problem = problem.withPolicy(problem.policy().withProof(all && proof > 0 ? Math.max(1, proof / (int) choices) : 0));
    }

    static boolean concerns(PlacementProblem problem) {
        return !ReadReplicas.open(problem.application()).isEmpty();
    }

    PlanningOutcome planned() {
        List<ReadChoice> best = all ? bestOf(product()) : descended();
        PlanningOutcome outcome = (best.equals(leading) ? leader : planner.apply(with(best)).whole()).get();
        if (!(outcome instanceof Planned found)) {
            return outcome;
        }
        return new Planned(found.plan(), found.report()
                .with(widened(found.report().certificate()), new ReplicaText(problem, tried).of(best, found.plan())));
    }

    private PlacementProblem with(List<ReadChoice> choices) {
        return problem.withApplication(ReadReplicas.chosen(problem.application(), choices));
    }

    /** Fewer replicas first, so that they win ties. */
    private List<List<ReadChoice>> product() {
        List<List<ReadChoice>> product = List.of(List.of());
        for (List<ReadChoice> some : open) {
            List<List<ReadChoice>> longer = new ArrayList<>();
            product.forEach(begun -> some.forEach(choice -> {
                List<ReadChoice> more = new ArrayList<>(begun);
                more.add(choice);
                longer.add(more);
            }));
            product = longer;
        }
        List<List<ReadChoice>> sorted = new ArrayList<>(product);
        sorted.sort(Comparator.comparingInt(choices -> choices.stream().mapToInt(ReadChoice::replicas).sum()));
        return sorted;
    }

    private List<ReadChoice> bestOf(List<List<ReadChoice>> candidates) {
        return candidates.size() == 1 ? candidates.get(0) : candidates.stream().min(Comparator.comparingLong(this::worth)).orElseThrow();
    }

    /** Coordinate descent over components, from the best of three starts: the current choices, the fewest replicas, the most replicas. */
    private List<ReadChoice> descended() {
        List<List<ReadChoice>> starts = new ArrayList<>();
        if (!problem.current().isEmpty()) {
            starts.add(PlannedReplicas.now(problem));
        }
        starts.add(open.stream().map(some -> some.get(0)).toList());
        starts.add(open.stream().map(some -> some.get(some.size() - 1)).toList());
        List<ReadChoice> best = bestOf(starts);
        for (int round = 0; round < ROUNDS; round++) {
            List<ReadChoice> before = best;
            for (int component = 0; component < open.size(); component++) {
                best = bestOf(others(best, component));
            }
            if (best.equals(before)) {
                break;
            }
        }
        return best;
    }

    private List<List<ReadChoice>> others(List<ReadChoice> choices, int component) {
        List<List<ReadChoice>> others = new ArrayList<>(List.of(choices));
        open.get(component).forEach(choice -> {
            List<ReadChoice> changed = new ArrayList<>(choices);
            changed.set(component, choice);
            others.add(changed);
        });
        return others;
    }

    /** Points by the goals, plus move costs for each replica and reader that differs from the target; less is better. */
    private long worth(List<ReadChoice> choices) {
        SearchProgress.look();
        PlanningOutcome known = tried.get(choices);
        if (known != null) {
            return worth(known, choices);
        }
        if (tried.size() >= (leader == null ? mostWithoutPlacement : most)) {
            return Long.MAX_VALUE;
        }
        Tried now = planner.apply(with(choices));
        tried.put(List.copyOf(choices), now.outcome());
        long worth = worth(now.outcome(), choices);
        if (worth < leadingWorth) {
            leading = List.copyOf(choices);
            leadingWorth = worth;
            leader = now.whole();
        }
        return worth;
    }

    private long worth(PlanningOutcome outcome, List<ReadChoice> choices) {
        if (!(outcome instanceof Planned planned)) {
            return Long.MAX_VALUE;
        }
        long left = planned.report().leftOut().map(omitted -> omitted.parts().stream().mapToLong(part -> part.copies()).sum()).orElse(0L);
        return planned.report().certificate().points() + left * LEFT_OUT + changes(choices) * problem.policy().moveCostCents();
    }

    private long changes(List<ReadChoice> choices) {
        if (problem.current().isEmpty()) {
            return 0;
        }
        List<ReadChoice> now = PlannedReplicas.now(problem);
        long changes = 0;
        for (int component = 0; component < now.size(); component++) {
            changes += choices.get(component).differences(now.get(component));
        }
        return changes;
    }

    /** Certificate for all choices together. */
    private Certificate widened(Certificate best) {
        if (!all) {
            Certificate none = best.within(Certificate.NONE.bound());
            return proof == 0 ? none : none.with(new Proof(OptimalityProof.SOLVER, 0, none.bound(), 0, List.of(),
                    Optional.of("not all numbers of read replicas were tried, and a proof would cover only one.")));
        }
        Certificate wider = best.within(bound(best));
        return best.proof().map(own -> tried.values().stream().filter(Planned.class::isInstance)
                .map(outcome -> ((Planned) outcome).report().certificate())
                .filter(other -> !other.equals(best)).flatMap(other -> other.proof().stream()).reduce(own, Proof::with)).map(wider::with)
                .orElse(wider);
    }

    /** Minimum of the bounds of all choices; unknown if a choice has no placement, because that is not proved. */
    private long bound(Certificate certificate) {
        long least = certificate.bound();
        for (PlanningOutcome outcome : tried.values()) {
            long bound = outcome instanceof NoPlacement ? Certificate.NONE.bound() : ((Planned) outcome).report().certificate().bound();
            least = Math.min(least, bound);
        }
        return least;
    }
}
