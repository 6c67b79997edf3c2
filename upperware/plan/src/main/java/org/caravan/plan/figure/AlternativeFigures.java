package org.caravan.plan.figure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.CallGraph;
import org.caravan.application.Hop;
import org.caravan.application.Users;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PathLoad;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;
import org.caravan.problem.hop.DeclaredService;
import org.caravan.unit.Millis;

/**
 * Computes how {@link PlanFigures} would change if one instance had another host. Recomputes only affected hosts and hops, so that a
 * report of thousands of instances does not need thousands of plans. Counts paths alone, not the rates of copies on divided uplinks.
 * Not thread-safe.
 */
public final class AlternativeFigures {

    /** Additional mean latency of a request of a group of users, in milliseconds; negative if it is faster. */
    public record Slower(RequestLatency latency, double millis) {}

    /**
     * @param takes latency by hop, in order, for the plan; without queueing delay at replicas, which does not depend on the placement
     * @param mean of the request, by paths alone: on another host, a copy has other neighbours
     */
    private record Timed(RequestLatency latency, Users users, List<Hop> hops, CallGraph graph, List<Millis> takes, Millis mean) {}

    /** Instance on an assumed host. */
    private record Moved(InstanceId instance, String hostId) {}

    private final LatencyModel latency;
    private final QueueingDelay waiting;
    private final DeclaredService serving;
    private final HostCosts costs;
    /** Whether copies have rates of their own, which the latencies of the plan count. */
    private final boolean divided;
    private final Map<String, Map<InstanceId, String>> hostsOf = new HashMap<>();
    private final Map<String, Integer> onHost = new HashMap<>();
    /** By component: requests with a goal that use it. */
    private final Map<String, List<Timed>> touching = new HashMap<>();

    /** @param latencies of the plan, without learned service times; latencies without a goal are ignored */
    public AlternativeFigures(PlacementProblem problem, DeploymentPlan plan, List<RequestLatency> latencies) {
        this.latency = new LatencyModel(PathLoad.under(problem, plan));
        this.waiting = new QueueingDelay(problem.application());
        this.serving = new DeclaredService(problem);
        this.costs = new HostCosts(problem);
        this.divided = !plan.bandwidth().isEmpty();
        for (InstancePlacement placed : plan.instances()) {
            hostsOf.computeIfAbsent(placed.instance().componentId(), none -> new LinkedHashMap<>()).put(placed.instance(), placed.hostId());
            onHost.merge(placed.hostId(), 1, Integer::sum);
        }
        Map<String, Users> users = new HashMap<>();
        problem.application().users().forEach(group -> users.put(group.id(), group));
        for (RequestLatency known : latencies) {
            if (known.ofGoal()) {
                Users group = users.get(known.usersId());
                add(known, group, problem.application().hops(problem.application().request(known.requestId()), group));
            }
        }
    }

    private void add(RequestLatency known, Users users, List<Hop> hops) {
        List<Millis> takes = new ArrayList<>();
        hops.forEach(hop -> takes.add(takes(users, hop, Optional.empty()).orElse(Millis.ZERO)));
        CallGraph graph = new CallGraph(hops);
        Millis mean = known.mean();
        if (divided) {
            double[] times = new double[hops.size()];
            for (int i = 0; i < times.length; i++) {
                times[i] = takes.get(i).plus(onArrival(hops.get(i), Optional.empty())).value();
            }
            mean = mean(graph, times);
        }
        Timed timed = new Timed(known, users, hops, graph, takes, mean);
        for (Hop hop : hops) {
            touches(hop.to(), timed);
            touches(hop.from(), timed);
        }
    }

    /** Called for one request after the other. */
    private void touches(String componentId, Timed timed) {
        List<Timed> known = touching.computeIfAbsent(componentId, none -> new ArrayList<>());
        if (known.isEmpty() || known.get(known.size() - 1) != timed) {
            known.add(timed);
        }
    }

    /** Additional cost of hosts in cents per month, without egress; negative if cheaper. */
    public long costMore(InstanceId instance, String hostId) {
        String here = hostsOf.get(instance.componentId()).get(instance);
        long opened = onHost.containsKey(hostId) ? 0 : costs.of(hostId).value();
        long closed = onHost.get(here) == 1 ? costs.of(here).value() : 0;
        return here.equals(hostId) ? 0 : opened - closed;
    }

    /**
     * Changed latencies of requests that have a goal and use the instance, in the order of the plan's latencies; all others are unchanged.
     */
    public List<Slower> slower(InstanceId instance, String hostId) {
        Moved moved = new Moved(instance, hostId);
        List<Slower> slower = new ArrayList<>();
        for (Timed timed : touching.getOrDefault(instance.componentId(), List.of())) {
            mean(timed, moved).ifPresent(mean -> slower.add(new Slower(timed.latency(), mean.value() - timed.mean().value())));
        }
        return slower;
    }

    /** Sums up hop by hop as {@link PlanFigures} does, so that equal values are bitwise equal; empty if a path is unknown. */
    private Optional<Millis> mean(Timed timed, Moved moved) {
        String componentId = moved.instance().componentId();
        double[] times = new double[timed.hops().size()];
        for (int i = 0; i < times.length; i++) {
            Hop hop = timed.hops().get(i);
            boolean touched = hop.to().equals(componentId) || hop.from().equals(componentId);
            Optional<Millis> takes = touched ? takes(timed.users(), hop, Optional.of(moved)) : Optional.of(timed.takes().get(i));
            if (takes.isEmpty()) {
                return takes;
            }
            times[i] = takes.get().plus(onArrival(hop, Optional.of(moved))).value();
        }
        return Optional.of(mean(timed.graph(), times));
    }

    private static Millis mean(CallGraph graph, double[] times) {
        return new Millis(CallGraph.latency(RttStatistic.MEAN.shares(graph, times), times));
    }

    private Millis onArrival(Hop hop, Optional<Moved> moved) {
        return waiting.at(hop.to(), RttStatistic.MEAN)
                .plus(serving.on(hosts(hop.to(), moved), hop).map(Hop.Service::mean).orElse(Millis.ZERO));
    }

    /** Latency between the replicas that are farthest apart. */
    private Optional<Millis> takes(Users users, Hop hop, Optional<Moved> moved) {
        List<PathChoice> paths = new ArrayList<>();
        for (String to : hosts(hop.to(), moved)) {
            if (hop.fromUsers()) {
                latency.entry(users, hop.to(), to).ifPresent(paths::add);
            } else {
                hosts(hop.from(), moved).forEach(from -> latency.link(hop.from(), from, hop.to(), to).ifPresent(paths::add));
            }
        }
        return paths.stream().map(path -> path.latency(Traffic.of(hop), RttStatistic.MEAN)).max(Millis::compareTo);
    }

    private Collection<String> hosts(String componentId, Optional<Moved> moved) {
        Map<InstanceId, String> hosts = hostsOf.getOrDefault(componentId, Map.of());
        if (moved.filter(one -> one.instance().componentId().equals(componentId)).isEmpty()) {
            return hosts.values();
        }
        Map<InstanceId, String> changed = new LinkedHashMap<>(hosts);
        changed.put(moved.get().instance(), moved.get().hostId());
        return changed.values();
    }
}
