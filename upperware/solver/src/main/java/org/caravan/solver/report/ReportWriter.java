package org.caravan.solver.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.UtilityFigure;
import org.caravan.plan.figure.AlternativeFigures;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.UtilityModel;
import org.caravan.solver.bound.Relaxation;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.HostResourcesCompiler;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.build.Startups;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.FormulaValues;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SloPercentile;
import org.caravan.solver.score.UplinkUsage;
import org.caravan.unit.BitRate;

/** Writes the report of a plan. */
public final class ReportWriter {

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final HostDominance dominance;
    private final Assignment assignment;
    private final PreparedProblem ground;
    private final Optional<Certificate> proved;

    /** @param proved empty if no proof was requested */
    public ReportWriter(PreparedProblem ground, Assignment assignment, Optional<Certificate> proved) {
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
        AlternativeFigures elsewhere = new AlternativeFigures(problem, plan, onTheWay(plan, latencies));
        return new PlanReport(
                figures.cost(),
                certificate(),
                latencies,
                explanation.of(problem, tables, assignment),
                new InstanceReasons(problem, tables, assignment, elsewhere).all(),
                SensitivityAnalysis.of(problem, plan),
                notes(figures, plan, latencies),
                problem.application().supplement().limits(),
                figures.watts(),
                Optional.empty(),
                figures.egress(),
                UtilityRemarks.figures(tables, assignment)).withShared(figures.shared());
    }

    /** Without learned service times, which are the same on every host. */
    private List<RequestLatency> onTheWay(DeploymentPlan plan, List<RequestLatency> latencies) {
        return problem.services().isEmpty() ? latencies : new PlanFigures(problem.withServices(List.of()), plan).latencies();
    }

    /** Report without reasons, scores, sensitivity analysis and remarks. */
    public PlanReport writeFigures(DeploymentPlan plan) {
        PlanFigures figures = new PlanFigures(problem, plan);
        return new PlanReport(figures.cost(), certificate(), figures.latencies(), List.of(), List.of(), List.of());
    }

    private Certificate certificate() {
        return proved.orElseGet(() -> Relaxation.certificate(ground, assignment, () -> Relaxation.of(ground)));
    }

    private List<String> notes(PlanFigures figures, DeploymentPlan plan, List<RequestLatency> latencies) {
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
        Startups startups = new Startups(problem, tables.considered().startup());
        startups.unstated().ifPresent(notes::add);
        startups.learned().ifPresent(notes::add);
        ServiceRemarks.of(problem, plan).ifPresent(notes::add);
        notes.addAll(stale());
        notes.addAll(PreferenceRemarks.of(tables, assignment));
        notes.addAll(UplinkRemarks.of(problem, tables, assignment, plan));
        notes.addAll(UplinkRemarks.missed(plan, latencies));
        notes.addAll(UplinkRemarks.outboundOnly(problem, plan));
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

    /** Requests whose answers can be old because of a cache. */
    private List<String> stale() {
        List<String> notes = new ArrayList<>();
        problem.application().requests().forEach(request -> request.hops().forEach(hop -> hop.called().cache()
                .flatMap(Hop.Cache::stale).ifPresent(age -> notes.add("request " + request.id() + " can contain answers of " + hop.to()
                + " to "
                        + hop.from() + " that are up to " + age.value() / 1_000 + " s old: a cache answers "
                        + Math.round(100 * hop.called().hits()) + " % of them"))));
        return notes;
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

    /** Report remark on service times: the speed of the hosts of components for which hops declare one. */
    private static final class ServiceRemarks {

        private static final int NAMED = 5;

        private ServiceRemarks() {}

        static Optional<String> of(PlacementProblem problem, DeploymentPlan plan) {
            Set<String> serving = problem.application().requests().stream().flatMap(request -> request.hops().stream())
                    .filter(hop -> hop.service().isPresent()).map(Hop::to).collect(Collectors.toSet());
            TreeSet<String> hostIds = plan.instances().stream().filter(placed -> serving.contains(placed.instance().componentId()))
                    .map(InstancePlacement::hostId).collect(Collectors.toCollection(TreeSet::new));
            List<String> unmeasured = hostIds.stream().filter(hostId -> !problem.speeds().containsKey(hostId)).toList();
            if (hostIds.isEmpty()) {
                return Optional.empty();
            }
            String measured = hostIds.stream().filter(problem.speeds()::containsKey).limit(NAMED)
                    .map(hostId -> hostId + " " + problem.speeds().get(hostId)).collect(Collectors.joining(", "));
            String others = unmeasured.stream().limit(NAMED).collect(Collectors.joining(", "))
                    + (unmeasured.size() > NAMED ? " and " + (unmeasured.size() - NAMED) + " more" : "");
            return Optional.of("service times count by the measured speed of hosts relative to the reference host"
                    + (measured.isEmpty() ? "" : ": " + measured)
                    + (unmeasured.isEmpty() ? "" : "; " + others + (unmeasured.size() == 1 ? " was" : " were")
                            + " not measured and counts as 1").replace("were not measured and counts", "were not measured and count"));
        }
    }

    /** Report remark on the power goal: host types without a stated power consumption. */
    private static final class PowerRemarks {

        private PowerRemarks() {}

        static Optional<String> of(PlacementProblem problem, ActiveDimensions considered) {
            TreeSet<String> used = problem.infrastructure().hosts().stream().map(Host::hostTypeId)
                    .collect(Collectors.toCollection(TreeSet::new));
            String unknown = problem.infrastructure().hostTypes().stream()
                    .filter(type -> used.contains(type.id()) && type.power().isEmpty()).map(HostType::id).collect(Collectors.joining(", "));
            return considered.power() == 0 || unknown.isEmpty() ? Optional.empty()
                    : Optional.of("no power is stated of " + unknown + ": the goal on power counts "
                            + HostResourcesCompiler.unstated(problem).map(most -> most + ", the most that is stated,").orElse("none")
                            + " for each of their hosts");
        }
    }

    /** Report figures and remarks on utilities. */
    private static final class UtilityRemarks {

        private UtilityRemarks() {}

        static List<UtilityFigure> figures(CompiledProblem tables, Assignment assignment) {
            Utilities utilities = tables.utilities();
            if (utilities.model() == null) {
                return List.of();
            }
            FormulaValues here = utilities.values(tables, assignment.positions());
            int[] now = tables.instances().stream().mapToInt(PlacedInstance::now).toArray();
            Optional<FormulaValues> before = tables.instances().stream().allMatch(instance -> instance.now() >= 0)
                    ? Optional.of(utilities.values(tables, now)) : Optional.empty();
            return utilities.model().counted().stream()
                    .map(one -> new UtilityFigure(one.utility().formula().toString(), one.utility().weight(),
                    utilities.model().value(one, here), one.unit(), before.map(values -> utilities.model().value(one, values)))).toList();
        }

        static List<String> notes(PlacementProblem problem, CompiledProblem tables) {
            List<String> notes = new ArrayList<>();
            UtilityModel model = new UtilityModel(problem.application());
            model.unknown().forEach((utility, names) -> notes.add("utility " + utility.formula() + " is not weighed: nobody knows "
                    + String.join(", ", names) + " before the application runs"));
            if (tables.utilities().model() != null) {
                notes.add(model.bounded() ? "the bound assumes the maximum of each utility, unless all placements were tried"
                        : "how far the plan is from the best is not said: a utility has no largest value");
            }
            return notes.stream().sorted().toList();
        }
    }

    /** Report remarks on uplinks: reservations, load of potential bottlenecks, and links that take another path for capacity reasons. */
    private static final class UplinkRemarks {

        private final PlacementProblem problem;
        private final Map<AccessLink, Long> reserved = new TreeMap<>();
        private final Map<AccessLink, Long> load = new TreeMap<>();

        private UplinkRemarks(PlacementProblem problem) {
            this.problem = problem;
        }

        static List<String> of(PlacementProblem problem, CompiledProblem tables, Assignment assignment, DeploymentPlan plan) {
            UplinkRemarks lines = new UplinkRemarks(problem);
            UplinkUsage use = UplinkUsage.of(tables, assignment);
            tables.lines().all().stream().filter(line -> use.load(line) > 0).forEach(line -> {
                lines.load.put(line.at(), use.load(line));
                lines.reserved.put(line.at(), 0L);
            });
            plan.bandwidth().forEach(one -> lines.reserved.merge(one.at(), one.min().value(), Long::sum));
            List<String> notes = new ArrayList<>();
            lines.reserved.forEach((at, rate) -> notes.add(lines.note(at, new BitRate(rate))));
            problem.uplinks().rerouted().stream().map(rerouted -> rerouted.from() + " -> " + rerouted.toComponentId()).distinct().sorted()
                    .forEach(link -> notes.add("links " + link + (tables.considered().egress()
                            ? " may take another path than suits their goals best, which would be too much for a path or uplink, miss a "
                                    + "promise, exceed a limit or cost more above a quota"
                            : " may take another path than their nearest, which would be too much for a path or uplink, or miss "
                            + "a promise")));
            return notes;
        }

        /** The search takes paths as they are measured; with divided uplinks, responses can take longer. */
        static List<String> missed(DeploymentPlan plan, List<RequestLatency> latencies) {
            List<String> notes = new ArrayList<>();
            for (RequestLatency latency : plan.bandwidth().isEmpty() ? List.<RequestLatency>of() : latencies) {
                latency.slos().stream().filter(slo -> !slo.kept()).forEach(slo -> notes.add("slo " + slo.sloId()
                        + " is missed while copies on a divided uplink are busy: request " + latency.requestId() + " of users "
                        + latency.usersId() + " takes " + slo.latency() + ", not below " + slo.limit()
                        + "; more share or a minimum shortens it"));
            }
            return notes;
        }

        static List<String> outboundOnly(PlacementProblem problem, DeploymentPlan plan) {
            return plan.instances().stream().filter(placed -> placed.spec().bandwidth().stream().anyMatch(link ->
                    link.downlink().isPresent())).flatMap(placed -> problem.inventory().host(placed.hostId())
                    .flatMap(ObservedHost::noInbound).stream().map(why -> "bandwidth of " + placed.instance()
                            + " is enforced outbound only: " + placed.hostId() + " cannot divide what it receives, because " + why))
                    .sorted().toList();
        }

        private String note(AccessLink at, BitRate rate) {
            BitRate others = problem.uplinks().reservedElsewhere(at);
            String uplink = problem.infrastructure().site(at.siteId()).uplink(at.ispId()).map(BitRate::toString)
                    .orElse("what nobody declared");
            return "uplink of " + at + ": " + rate + " reserved of " + uplink
                    + (others.equals(BitRate.ZERO) ? "" : ", beside " + others + " by other applications")
                    + (load.containsKey(at) ? "; requests send " + new BitRate(load.get(at)) : "");
        }
    }
}
