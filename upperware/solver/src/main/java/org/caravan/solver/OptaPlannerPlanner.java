package org.caravan.solver;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Omissions;
import org.caravan.plan.PlanAssembly;
import org.caravan.plan.PlanReport;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.requirement.Omission;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.exact.OptimalityProof;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.partition.PartitionedSearch;
import org.caravan.solver.report.InfeasibilityReport;
import org.caravan.solver.report.InfeasibleSubset;
import org.caravan.solver.report.ReportWriter;
import org.caravan.solver.report.ScoreExplanation;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.LocalSearch;
import org.caravan.solver.search.RentedHostSymmetry;

/** Finds plans with OptaPlanner. Thread-safe. */
public final class OptaPlannerPlanner implements Planner {

    private final ScoreExplanation explanation = new ScoreExplanation();
    private final PartitionedSearch partitions;

    private interface Reporting {
        PlanReport of(ReportWriter writer, DeploymentPlan plan);
    }

    /** Without partitions: the calling thread does all planning. */
    public OptaPlannerPlanner() {
        this(PartitionedSearch.NONE);
    }

    /**
     * Plans very large problems in partitions.
     *
     * @param planners planners of the partitions
     * @param from number of instances from which a problem is partitioned
     * @param count number of partitions, at least 1; other values can lead to other plans
     */
    public OptaPlannerPlanner(PartitionPlanners planners, int from, int count) {
        this(new PartitionedSearch(planners, from, count));
    }

    private OptaPlannerPlanner(PartitionedSearch partitions) {
        this.partitions = partitions;
    }

    @Override
    public PlanningOutcome plan(PlacementProblem problem) {
        return OwnTraffic.in(problem, plan(problem, this::whole), slower -> plan(slower, this::whole));
    }

    @Override
    public PlanningOutcome planForComparison(PlacementProblem problem) {
        return OwnTraffic.in(problem, plan(problem, ReportWriter::writeFigures), slower -> plan(slower, ReportWriter::writeFigures));
    }

    @Override
    public OngoingPlanning begin(PlacementProblem problem) {
        return ReplicaSearch.concerns(problem) || ReplicaNumbers.concerns(problem) || AlternativeSearch.concerns(problem)
                ? new OngoingReplicas(problem, this::plan)
                : begunSearch(problem);
    }

    private OngoingPlanning begunSearch(PlacementProblem problem) {
        return new OngoingSearch(problem, ground -> LocalSearch.of(ground, partitions), this::plan,
                (ground, found) -> OwnTraffic.in(ground.problem(), assembled(ground, found.assignment(), noted(this::whole, found.notes())),
                        slower -> plan(slower, this::whole)));
    }

    private PlanReport whole(ReportWriter writer, DeploymentPlan plan) {
        return writer.write(plan, explanation);
    }

    private PlanningOutcome plan(PlacementProblem problem, Reporting reporting) {
        if (ReplicaSearch.concerns(problem)) {
            return new ReplicaSearch(problem, chosen -> tried(chosen, this::plan, reporting)).planned();
        }
        if (ReplicaNumbers.concerns(problem)) {
            Optional<Planned> best = new ReplicaNumbers(problem, chosen -> tried(chosen, this::planned, reporting)).planned();
            if (best.isPresent()) {
                return best.get();
            }
        }
        PlanningOutcome outcome = planned(problem, reporting);
        if (outcome instanceof NoPlacement none) {
            Optional<Planned> grown = ReplicaScaling.of(problem, (more, notes) -> planned(more, noted(reporting, notes)));
            if (grown.isPresent()) {
                return grown.get();
            }
            PlacementProblem values = problem.byValue();
            return values == problem ? partly(problem, none, reporting) : plan(values, noted(reporting, List.of(Hysteresis.NOT_SURE)));
        }
        return outcome;
    }

    private ReplicaSearch.Tried tried(PlacementProblem problem, BiFunction<PlacementProblem, Reporting, PlanningOutcome> how,
            Reporting reporting) {
        Map<DeploymentPlan, ReportWriter> writers = new IdentityHashMap<>();
        PlanningOutcome outcome = how.apply(problem, (writer, plan) -> {
            writers.put(plan, writer);
            return writer.writeFigures(plan);
        });
        if (!(outcome instanceof Planned planned)) {
            return new ReplicaSearch.Tried(outcome, () -> outcome);
        }
        ReportWriter writer = writers.get(planned.plan());
        return new ReplicaSearch.Tried(planned, () -> {
            PlanReport figures = planned.report();
            PlanReport whole = reporting.of(writer, planned.plan()).with(figures.certificate(), figures.notes());
            return new Planned(planned.plan(), planned.report().leftOut().map(whole::without).orElse(whole));
        });
    }

    /** Current paths are preferred; if they leave no placement, plans again without them. */
    private PlanningOutcome planned(PlacementProblem problem, Reporting reporting) {
        if (AlternativeSearch.concerns(problem)) {
            return new AlternativeSearch(problem, chosen -> tried(chosen, this::planned, reporting)).planned();
        }
        PlanningOutcome outcome = planOnce(problem, reporting);
        PlacementProblem free = withoutPaths(problem);
        return outcome instanceof NoPlacement && !free.current().equals(problem.current()) ? planOnce(free, reporting) : outcome;
    }

    private static PlacementProblem withoutPaths(PlacementProblem problem) {
        return problem.withCurrent(problem.current().stream().map(CurrentPlacement::withoutPaths).toList());
    }

    /**
     * Plans as much of the application as has a placement; if even the mandatory part has none, explains why. The exact solver gets the
     * running alternatives; what it proves about them does not hold for the others. Explanations hold for the leanest alternatives.
     */
    private PlanningOutcome partly(PlacementProblem problem, NoPlacement first, Reporting reporting) {
        PlacementProblem free = withoutPaths(problem);
        boolean chosen = !AlternativeSearch.concerns(free);
        Optional<OptimalityProof.Sought> sought = OptimalityProof.sought(AlternativeSearch.running(free));
        if (sought.isPresent() && sought.get().whole().isPresent()) {
            return assembled(sought.get().ground(), sought.get().whole().get(), noted(reporting, List.of(OptimalityProof.FOUND)));
        }
        NoPlacement whole = sought.filter(one -> chosen).map(one -> first.saying(one.said())).orElse(first);
        Optional<MinimalOmission.Found> found = MinimalOmission.of(free, omission -> planned(omission.appliedTo(problem), reporting));
        if (found.isPresent()) {
            Omissions left = Omissions.of(problem, found.get().omission(), found.get().least(), whole.reasons(),
                    Optional.of(InfeasibleSubset.of(AlternativeBounds.leanest(free))));
            return new Planned(found.get().planned().plan(), found.get().planned().report().without(left));
        }
        PlacementProblem lean = AlternativeBounds.leanest(free);
        PlacementProblem must = Omission.most(problem).appliedTo(lean);
        boolean same = must == lean || must.application().components().isEmpty();
        NoPlacement none = !same && planOnce(must, reporting) instanceof NoPlacement less ? less : whole;
        return new NoPlacement(none.reasons(), Optional.of(InfeasibleSubset.of(none == whole ? lean : must)));
    }

    private PlanningOutcome planOnce(PlacementProblem problem, Reporting reporting) {
        PreparedProblem ground = PreparedProblem.of(problem);
        if (ground.overloaded() || ground.hasUnplaceableInstance()) {
            return new NoPlacement(new InfeasibilityReport(problem, ground.tables()).beforeAnySearch());
        }
        CapacitatedSearch.Found found = CapacitatedSearch.of(ground, partitions);
        return assembled(found.ground(), found.assignment(), noted(reporting, found.notes()));
    }

    private static Reporting noted(Reporting reporting, List<String> notes) {
        return notes.isEmpty() ? reporting : (writer, plan) -> {
            PlanReport report = reporting.of(writer, plan);
            return report.with(report.certificate(), notes);
        };
    }

    private static PlanningOutcome assembled(PreparedProblem ground, Assignment assignment, Reporting reporting) {
        PlacementProblem problem = ground.problem();
        CompiledProblem tables = ground.tables();
        if (!assignment.whole()) {
            return new NoPlacement(new InfeasibilityReport(problem, tables)
                    .broken(RentedHostSymmetry.lowestFirst(problem, tables, assignment)));
        }
        Assignment settled = FixedPointPlanning.of(ground, assignment);
        return Hysteresis.of(ground, settled)
                // Kept because of measurement uncertainty: the solver's plan does not replace it.
                .map(kept -> reported(kept.ground(), kept.assignment(), noted(reporting, List.of(Hysteresis.NOTE)),
                        better -> kept.assignment()))
                .orElseGet(() -> reported(ground, settled, reporting, better -> FixedPointPlanning.of(ground, better)));
    }

    /** @param settled fixed point of a better placement */
    private static PlanningOutcome reported(PreparedProblem ground, Assignment assignment, Reporting reporting,
            UnaryOperator<Assignment> settled) {
        OptimalityProof.Proved proved = OptimalityProof.of(ground, assignment, settled);
        DeploymentPlan plan = PlanAssembly.of(ground.problem(), proved.assignment().hostIds(ground.tables()));
        return new Planned(plan, reporting.of(new ReportWriter(ground, proved.assignment(), proved.certificate()), plan));
    }

    /** Iterates planning to a fixed point, so that planning the same input twice requests no further moves. */
    private static final class FixedPointPlanning {

        /** Each round gains more than the moves cost, so few rounds are needed. */
        private static final int ROUNDS = 20;

        private FixedPointPlanning() {}

        /** The result uses the lowest numbers of provisioned hosts. */
        static Assignment of(PreparedProblem ground, Assignment found) {
            PlacementProblem problem = ground.problem();
            CompiledProblem tables = ground.tables();
            LocalSearch search = new LocalSearch(problem.policy());
            Assignment best = RentedHostSymmetry.lowestFirst(problem, tables, found);
            for (int round = 0; round < ROUNDS; round++) {
                PlacementProblem next = problem.withCurrent(
                        PlanAssembly.of(problem, best.hostIds(tables)).asCurrentTarget().placements());
                if (next.current().equals(problem.current())) {
                    break;
                }
                CompiledProblem nextTables = ProblemCompiler.of(next);
                Assignment again = RentedHostSymmetry.lowestFirst(next, nextTables, search.find(HostDominance.of(nextTables).without()));
                Assignment moved = Assignment.of(tables, again.positions());
                // If current and planned copies use resources at the same time (addresses, for example), the next planning sees only the
                // planned copies.
                if (again.samePositions(best) || !moved.whole()) {
                    break;
                }
                best = moved;
            }
            return best;
        }
    }
}
