package org.caravan.plan.figure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.application.CallGraph;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.measure.PathId;
import org.caravan.plan.CostAllocation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Egress;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.plan.PathLoad;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.PlannedReplicas;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.ServiceTime;
import org.caravan.problem.Traffic;
import org.caravan.problem.hop.DeclaredService;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * Computes cost and latencies of a plan by current knowledge, also for a plan made earlier. A hop between replicated components takes the
 * latency between the two replicas that are farthest apart, because SLOs apply to all replicas. On a divided uplink, responses take the
 * time that they need at the called copy's rate while its neighbours are busy.
 */
public final class PlanFigures {

    private final PlacementProblem problem;
    private final DeploymentPlan plan;
    private final LatencyModel latency;
    private final QueueingDelay waiting;
    private final DeclaredService serving;
    private final EgressFigures egress;
    private final BusyRates rates;
    private final Map<InstanceId, String> hostOf = new HashMap<>();
    /** Hosts of the replicas by component. */
    private final Map<String, Set<String>> hostsOf = new HashMap<>();
    /** By the ids of both ends (users or components); cached because a large application has thousands of both. */
    private final Map<List<String>, List<EntryPlacement>> entries = new HashMap<>();
    private final Map<List<String>, List<LinkPlacement>> links = new HashMap<>();

    public PlanFigures(PlacementProblem problem, DeploymentPlan plan) {
        this.problem = PathLoad.under(PlannedReplicas.in(problem, plan), plan);
        this.plan = plan;
        this.latency = new LatencyModel(this.problem);
        this.waiting = new QueueingDelay(this.problem.application());
        this.serving = new DeclaredService(this.problem);
        this.egress = EgressFigures.of(this.problem, plan);
        this.rates = new BusyRates(this.problem, plan);
        plan.instances().forEach(placed -> hostOf.put(placed.instance(), placed.hostId()));
        plan.instances().forEach(placed -> hostsOf.computeIfAbsent(placed.instance().componentId(), any -> new TreeSet<>())
                .add(placed.hostId()));
        plan.entries().forEach(entry -> entries.computeIfAbsent(List.of(entry.usersId(), entry.to().componentId()),
                any -> new ArrayList<>()).add(entry));
        plan.links().forEach(link -> links.computeIfAbsent(List.of(link.from().componentId(), link.to().componentId()),
                any -> new ArrayList<>()).add(link));
    }

    /** Cost of all hosts in use, each once, and of egress. Hosts used by other applications are paid by these. */
    public MonthlyCost cost() {
        return hostCost().plus(egress.cost());
    }

    /** Part of the cost that is for hosts. */
    public MonthlyCost hostCost() {
        return new HostCosts(problem).of(hostsInUse());
    }

    /** Hosts in use with a price that other applications also use; they are not part of the cost. */
    public List<CostAllocation> shared() {
        return CostAllocations.of(problem.infrastructure(), plan, problem.reservedElsewhere()).stream().filter(host -> host.shared()
                && host.whole().value() > 0).toList();
    }

    /** Price of hosts that the plan leaves to other applications, by host; these applications then pay for them alone. */
    public SortedMap<String, MonthlyCost> leftToOthers() {
        SortedMap<String, MonthlyCost> left = new TreeMap<>(HostCosts.prices(problem.infrastructure()));
        left.keySet().retainAll(problem.reservedElsewhere().keySet());
        left.keySet().retainAll(problem.current().stream().map(CurrentPlacement::hostId).toList());
        left.keySet().removeAll(hostsInUse());
        left.values().removeIf(MonthlyCost.ZERO::equals);
        return left;
    }

    /** Egress by uplink with an egress price; empty if there is none. */
    public List<Egress> egress() {
        return egress.all();
    }

    /** Additional electrical power in watts; empty if the type of a host in use states none. */
    public Optional<Double> watts() {
        return watts(Map.of());
    }

    /** The same. @param declared power of single hosts by id, for hosts whose type states none */
    public Optional<Double> watts(Map<String, HostPower> declared) {
        return PlanPower.of(problem, plan, hostsInUse(), declared);
    }

    public Set<String> hostsInUse() {
        Set<String> hostIds = new TreeSet<>();
        plan.instances().forEach(placement -> hostIds.add(placement.hostId()));
        return hostIds;
    }

    /** Latency of every request for every group that sends it; requests with an unknown hop are omitted. */
    public List<RequestLatency> latencies() {
        List<RequestLatency> latencies = new ArrayList<>();
        for (Request request : problem.application().requests()) {
            for (Users users : problem.application().users()) {
                if (users.mix().containsKey(request.id())) {
                    latency(request, users).ifPresent(latencies::add);
                }
            }
        }
        return latencies;
    }

    private Optional<RequestLatency> latency(Request request, Users users) {
        List<Hop> crossed = problem.application().hops(request, users);
        CallGraph graph = new CallGraph(crossed);
        List<HopLatency> hops = new ArrayList<>();
        List<List<PathChoice>> ways = new ArrayList<>();
        Map<RttStatistic, Millis> takes = new EnumMap<>(RttStatistic.class);
        Map<RttStatistic, double[]> times = new EnumMap<>(RttStatistic.class);
        for (int index = 0; index < crossed.size(); index++) {
            Hop hop = crossed.get(index);
            List<PathChoice> paths = paths(users, hop);
            if (paths.isEmpty()) {
                return Optional.empty();
            }
            Optional<Hop.Service> service = serving.on(hostsOf.getOrDefault(hop.to(), Set.of()), hop);
            hops.add(hopLatency(hop, slowest(paths, Traffic.of(hop), RttStatistic.MEAN), service));
            ways.add(paths);
            for (RttStatistic statistic : RttStatistic.values()) {
                Millis here = onTheWay(paths, Traffic.of(hop, statistic), statistic);
                times.computeIfAbsent(statistic, any -> new double[crossed.size()])[index] =
                        here.plus(waiting.at(hop.to(), statistic)).plus(served(service, statistic)).value();
            }
        }
        Map<RttStatistic, double[]> shares = new EnumMap<>(RttStatistic.class);
        times.forEach((statistic, known) -> {
            shares.put(statistic, statistic.shares(graph, known));
            takes.put(statistic, new Millis(CallGraph.latency(shares.get(statistic), known)));
        });
        for (int index = 0; index < hops.size(); index++) {
            hops.set(index, hops.get(index).counting(shares.get(RttStatistic.MEAN)[index], shares.get(RttStatistic.P95)[index]));
        }
        Optional<ServiceTime> service = problem.service(users.id(), request.id());
        Millis mean = takes.getOrDefault(RttStatistic.MEAN, Millis.ZERO);
        Millis p95 = takes.getOrDefault(RttStatistic.P95, Millis.ZERO);
        return Optional.of(new RequestLatency(request.id(), users.id(), service.map(one -> mean.plus(one.mean())).orElse(mean),
                service.map(one -> p95.plus(one.p95())).orElse(p95), slos(request, crossed, ways, hops), isOfGoal(request), hops,
                        service));
    }

    private static Millis served(Optional<Hop.Service> service, RttStatistic statistic) {
        return service.map(time -> DeclaredService.of(time, statistic)).orElse(Millis.ZERO);
    }

    private List<SloLatency> slos(Request request, List<Hop> crossed, List<List<PathChoice>> ways, List<HopLatency> hops) {
        CallGraph graph = new CallGraph(crossed);
        List<SloLatency> slos = new ArrayList<>();
        for (Slo slo : problem.application().slos()) {
            if (slo.requestId().equals(request.id())) {
                double percentile = graph.percentileOfHops(slo.percentile());
                double[] times = new double[hops.size()];
                for (int index = 0; index < times.length; index++) {
                    HopLatency hop = hops.get(index);
                    times[index] = onTheWay(ways.get(index), Traffic.of(crossed.get(index), percentile), RttStatistic.of(slo.percentile()))
                            .plus(waiting.promised(hop.to(), percentile))
                            .plus(hop.service().map(service -> service.percentile(percentile)).orElse(Millis.ZERO)).value();
                }
                // A sum of percentiles overestimates the percentile of the sum.
                slos.add(new SloLatency(slo.id(), slo.percentile(), slo.limit(),
                        new Millis(CallGraph.latency(graph.ofPercentile(slo.percentile(), times), times))));
            }
        }
        return slos;
    }

    private boolean isOfGoal(Request request) {
        return problem.application().goals().stream().anyMatch(goal ->
                goal instanceof Goal.MinimiseLatency latencyGoal && latencyGoal.requestId().equals(request.id()));
    }

    private HopLatency hopLatency(Hop hop, PathChoice choice, Optional<Hop.Service> service) {
        Optional<Millis> waits = waiting.queue(hop.to()).map(queue -> waiting.at(hop.to(), RttStatistic.MEAN));
        return new HopLatency(
                hop.from(),
                hop.to(),
                choice.path().toString(),
                choice.roundTrips(Traffic.of(hop)),
                choice.meanRtt(),
                waits,
                service,
                choice.latency(Traffic.of(hop), RttStatistic.MEAN).plus(waits.orElse(Millis.ZERO))
                        .plus(served(service, RttStatistic.MEAN)),
                Optional.empty(),
                Optional.empty(),
                choice.basis());
    }

    /** Paths between all replicas of both ends; empty if one of them is unknown. */
    private List<PathChoice> paths(Users users, Hop hop) {
        List<Optional<PathChoice>> paths = hop.fromUsers() ? entries(users, hop) : links(hop);
        return paths.stream().allMatch(Optional::isPresent)
                ? paths.stream().flatMap(Optional::stream).toList()
                : List.of();
    }

    private List<Optional<PathChoice>> entries(Users users, Hop hop) {
        return entries.getOrDefault(List.of(users.id(), hop.to()), List.of()).stream()
                .map(entry -> latency.known(entry.path(), false).map(path -> sent(path, entry.to())))
                .toList();
    }

    private List<Optional<PathChoice>> links(Hop hop) {
        return links.getOrDefault(List.of(hop.from(), hop.to()), List.of()).stream()
                .map(link -> latency.known(link.path(), Objects.equals(hostOf.get(link.from()), hostOf.get(link.to())))
                        .map(path -> sent(path, link.to())))
                .toList();
    }

    /** Responses carry most bytes, so the called copy's rate counts. */
    private PathChoice sent(PathChoice path, InstanceId called) {
        return rates.of(called, path.path(), path.path().to()).filter(rate -> rate.value() > 0).map(path::atMost).orElse(path);
    }

    private static Millis onTheWay(List<PathChoice> paths, Traffic traffic, RttStatistic statistic) {
        return slowest(paths, traffic, statistic).latency(traffic, statistic);
    }

    private static PathChoice slowest(List<PathChoice> paths, Traffic traffic, RttStatistic statistic) {
        return Collections.max(paths, Comparator
                .comparing((PathChoice path) -> path.latency(traffic, statistic))
                .thenComparing(PathChoice::path));
    }

    /**
     * Additional electrical power of a plan. It is the idle power of each host in use, unless other applications already use the host, plus
     * the load-dependent power of the CPU reserved by the plan's instances. The planner computes the same.
     */
    private static final class PlanPower {

        private PlanPower() {}

        /**
         * Power in watts.
         *
         * @param hostsInUse ids of the hosts that the plan uses
         * @param declared power of single hosts by id, for hosts whose type states none
         * @return empty if the power of a host in use is unknown
         */
        static Optional<Double> of(PlacementProblem problem, DeploymentPlan plan, Set<String> hostsInUse, Map<String, HostPower> declared) {
            double sum = 0;
            for (String hostId : hostsInUse) {
                Optional<Host> host = problem.infrastructure().findHost(hostId);
                if (host.isEmpty()) {
                    return Optional.empty();
                }
                HostType type = problem.infrastructure().hostTypeOf(hostId);
                Optional<HostPower> power = type.power().or(() -> Optional.ofNullable(declared.get(hostId)));
                if (power.isEmpty()) {
                    return Optional.empty();
                }
                double reserved = plan.instances().stream()
                        .filter(placed -> placed.hostId().equals(hostId))
                        .mapToDouble(placed -> placed.spec().cpu().value())
                        .sum();
                sum += problem.reservedElsewhere().containsKey(hostId) ? 0 : power.get().idle();
                sum += power.get().above(reserved / type.cpu().value());
            }
            return Optional.of(sum);
        }
    }
}
