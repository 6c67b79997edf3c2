package org.caravan.solver.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.application.Goal;
import org.caravan.application.Request;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.AlternativeFigures;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.Relaxation;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.build.Startups;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SloPercentile;

/** Writes the report of a plan. */
public final class ReportWriter {

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final HostDominance dominance;
    private final Assignment assignment;
    private final PlanningGround ground;
    private final Optional<Certificate> proved;

    /** @param proved empty if no proof was requested */
    public ReportWriter(PlanningGround ground, Assignment assignment, Optional<Certificate> proved) {
        this.ground = ground;
        this.problem = ground.problem();
        this.tables = ground.tables();
        this.dominance = ground.dominance();
        this.assignment = assignment;
        this.proved = proved;
    }

    public PlanReport write(DeploymentPlan plan, ScoreExplanation explanation) {
        PlanFigures figures = new PlanFigures(problem, plan);
        List<RequestLatency> latencies = figures.latencies();
        AlternativeFigures elsewhere = new AlternativeFigures(problem, plan, latencies);
        return new PlanReport(
                figures.cost(),
                certificate(),
                latencies,
                explanation.of(problem, tables, assignment),
                new InstanceReasons(problem, tables, assignment, elsewhere).all(),
                SensitivityAnalysis.of(problem, plan),
                notes(figures, plan),
                problem.application().supplement().limits(),
                figures.watts(),
                Optional.empty(),
                figures.egress(),
                UtilityRemarks.figures(tables, assignment)).withShared(figures.shared());
    }

    /** Report without reasons, scores, sensitivity analysis and remarks. */
    public PlanReport writeFigures(DeploymentPlan plan) {
        PlanFigures figures = new PlanFigures(problem, plan);
        return new PlanReport(figures.cost(), certificate(), figures.latencies(), List.of(), List.of(), List.of());
    }

    private Certificate certificate() {
        return proved.orElseGet(() -> Relaxation.certificate(ground, assignment, () -> Relaxation.of(ground)));
    }

    private List<String> notes(PlanFigures figures, DeploymentPlan plan) {
        List<String> notes = new ArrayList<>();
        newestSample().ifPresent(newest ->
                notes.add("network as of " + newest + ", its newest sample; ages count back from it"));
        figures.leftToOthers().forEach((hostId, cost) ->
                notes.add("host " + hostId + " is left to other applications: its " + cost + " are theirs alone then, and not saved"));
        problem.inventory().unobserved().forEach(host ->
                notes.add("host " + host.hostId() + " was not considered: " + host.reason()));
        int dominated = dominance.leftOut();
        if (dominated > 0) {
            notes.add(dominated + (dominated == 1 ? " host was" : " hosts were") + " left out of the search, which proves nothing lost:"
                    + " enough others of the site take the same, have as much left and cost no more");
        }
        notes.addAll(RentedText.notes(tables, assignment.positions()));
        PowerRemarks.of(problem, tables.considered()).ifPresent(notes::add);
        new Startups(problem, tables.considered().startup()).unstated().ifPresent(notes::add);
        notes.addAll(PreferenceRemarks.of(tables, assignment));
        notes.addAll(UplinkRemarks.of(problem, tables, assignment, plan));
        withoutThroughput().forEach(path ->
                notes.add("throughput of " + path + " is unknown: bytes on it count no time"));
        unsentGoals().forEach(requestId ->
                notes.add("no users send " + requestId + ": the goal on its latency decides nothing"));
        notes.addAll(ReplicaRemarks.of(problem));
        notes.addAll(new SloPercentile(tables, assignment).notes(problem.application().slos()));
        notes.addAll(UtilityRemarks.notes(problem, tables));
        return notes;
    }

    private Optional<Instant> newestSample() {
        return problem.network().all().values().stream()
                .map(PathFigures::idleRtt)
                .filter(figure -> figure.origin() == PathStatistic.Origin.MEASURED)
                .map(PathStatistic::newest)
                .max(Comparator.naturalOrder());
    }

    private TreeSet<String> withoutThroughput() {
        TreeSet<String> paths = new TreeSet<>();
        for (LinkModel link : tables.links()) {
            Position from = tables.positions().get(assignment.positionOf(tables, link.from()));
            Position to = tables.positions().get(assignment.positionOf(tables, link.to()));
            Optional.ofNullable(link.path(link.relation(from, to)))
                    .filter(path -> path.throughput().isEmpty())
                    .ifPresent(path -> paths.add(path.path().toString()));
        }
        return paths;
    }

    private TreeSet<String> unsentGoals() {
        TreeSet<String> unsent = new TreeSet<>();
        for (Goal goal : problem.application().goals()) {
            if (goal instanceof Goal.MinimiseLatency latency) {
                Request request = problem.application().request(latency.requestId());
                if (problem.application().users().stream().noneMatch(users -> users.mix().containsKey(request.id()))) {
                    unsent.add(request.id());
                }
            }
        }
        return unsent;
    }
}
