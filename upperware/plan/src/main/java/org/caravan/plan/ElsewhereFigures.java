package org.caravan.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Hop;
import org.caravan.application.Users;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;
import org.caravan.problem.Waiting;
import org.caravan.unit.Millis;

/**
 * What would be other figures than {@link PlanFigures} says, had one instance of the plan another host: only hosts and hops that it touches are
 * reckoned anew, so that a report of thousands of instances need not make thousands of plans. Not safe for use by several threads.
 */
public final class ElsewhereFigures {

    /** What a request of a group of users takes more, mean milliseconds; negative where less. */
    public record Slower(RequestLatency latency, double millis) {}

    /** @param takes by hop, in order, as the plan is; without waiting at replicas, which is the same everywhere */
    private record Timed(RequestLatency latency, Users users, List<Hop> hops, List<Millis> takes) {}

    /** One instance that is thought to be elsewhere. */
    private record Moved(InstanceId instance, String hostId) {}

    private final LatencyModel latency;
    private final Waiting waiting;
    private final HostCosts costs;
    private final Map<String, Map<InstanceId, String>> hostsOf = new HashMap<>();
    private final Map<String, Integer> onHost = new HashMap<>();
    /** By component: requests with a goal that touch it. */
    private final Map<String, List<Timed>> touching = new HashMap<>();

    /** @param latencies of the plan; those of no goal are passed over */
    public ElsewhereFigures(PlacementProblem problem, DeploymentPlan plan, List<RequestLatency> latencies) {
        this.latency = new LatencyModel(problem);
        this.waiting = new Waiting(problem.application());
        this.costs = new HostCosts(problem);
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
        Timed timed = new Timed(known, users, hops, takes);
        for (Hop hop : hops) {
            touches(hop.to(), timed);
            touches(hop.from(), timed);
        }
    }

    /** Told of one request after the other. */
    private void touches(String componentId, Timed timed) {
        List<Timed> known = touching.computeIfAbsent(componentId, none -> new ArrayList<>());
        if (known.isEmpty() || known.get(known.size() - 1) != timed) {
            known.add(timed);
        }
    }

    /** Cents per month that the hosts of the plan would cost more, egress aside; negative where less. */
    public long costMore(InstanceId instance, String hostId) {
        String here = hostsOf.get(instance.componentId()).get(instance);
        long opened = onHost.containsKey(hostId) ? 0 : costs.of(hostId).value();
        long closed = onHost.get(here) == 1 ? costs.of(here).value() : 0;
        return here.equals(hostId) ? 0 : opened - closed;
    }

    /** Requests of a goal that the instance is of use to, in the order of the plan's latencies; all others take what they take. */
    public List<Slower> slower(InstanceId instance, String hostId) {
        Moved moved = new Moved(instance, hostId);
        List<Slower> slower = new ArrayList<>();
        for (Timed timed : touching.getOrDefault(instance.componentId(), List.of())) {
            mean(timed, moved).ifPresent(mean -> slower.add(new Slower(timed.latency(), mean.value() - timed.latency().mean().value())));
        }
        return slower;
    }

    /** Summed up hop by hop as in {@link PlanFigures}, so that what is the same is the same to the last bit; empty where a path is unknown. */
    private Optional<Millis> mean(Timed timed, Moved moved) {
        String componentId = moved.instance().componentId();
        Millis mean = Millis.ZERO;
        for (int i = 0; i < timed.hops().size(); i++) {
            Hop hop = timed.hops().get(i);
            boolean touched = hop.to().equals(componentId) || hop.from().equals(componentId);
            Optional<Millis> takes = touched ? takes(timed.users(), hop, Optional.of(moved)) : Optional.of(timed.takes().get(i));
            if (takes.isEmpty()) {
                return takes;
            }
            mean = mean.plus(takes.get().plus(waiting.at(hop.to(), RttStatistic.MEAN)));
        }
        return Optional.of(mean);
    }

    /** Between the replicas that are farthest apart. */
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
