package org.caravan.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Users;
import org.caravan.measure.PathId;
import org.caravan.problem.LineDelays;
import org.caravan.problem.PathPreferences;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.unit.BitRate;
import org.caravan.unit.MonthlyCost;

/**
 * Traffic of one link, or of users to one instance, on its path.
 *
 * @param gib GiB per month, not negative
 */
public record PathLoad(PathId path, double gib) {

    private static final double BITS_PER_GIB = 8.0 * (1L << 30);

    /** Loads of all pairs of replicas; requests are shared equally. */
    public static List<PathLoad> of(PlacementProblem problem, DeploymentPlan plan) {
        PathPreferences wishes = new PathPreferences(problem.application(), new TrafficModel(problem.application()));
        Map<String, Long> replicas = plan.instances().stream()
                .collect(Collectors.groupingBy(placed -> placed.instance().componentId(), Collectors.counting()));
        List<PathLoad> loads = new ArrayList<>();
        Set<List<InstanceId>> linked = new HashSet<>();
        for (LinkPlacement link : plan.links()) {
            String from = link.from().componentId();
            String to = link.to().componentId();
            // Two endpoints of the same peer share the traffic to it.
            if (linked.add(List.of(link.from(), link.to()))) {
                loads.add(new PathLoad(link.path(), wishes.ofLink(from, to).gib() * (1.0 / (replicas.get(from) * replicas.get(to)))));
            }
        }
        for (EntryPlacement entry : plan.entries()) {
            String to = entry.to().componentId();
            Optional<Users> users = problem.application().users().stream().filter(group -> group.id().equals(entry.usersId())).findFirst();
            users.ifPresent(group -> loads.add(new PathLoad(entry.path(), wishes.ofEntry(group, to).gib() * (1.0 / replicas.get(to)))));
        }
        return loads;
    }

    /**
     * The problem with the delays that the plan's own traffic causes on its paths, instead of others; the same object if no path was
     * measured under load.
     */
    public static PlacementProblem under(PlacementProblem problem, DeploymentPlan plan) {
        return LineDelays.known(problem.network())
                ? problem.withUplinks(problem.uplinks().delaying(new LineDelays(problem).of(byPath(problem, plan)))) : problem;
    }

    /** Rates by path, without paths within a site. */
    private static Map<PathId, BitRate> byPath(PlacementProblem problem, DeploymentPlan plan) {
        Map<PathId, BitRate> rates = new TreeMap<>();
        of(problem, plan).stream().filter(load -> !load.path().withinSite() && load.gib() > 0)
                .forEach(load -> rates.merge(load.path(), load.rate(), (one, other) -> new BitRate(one.value() + other.value())));
        return rates;
    }

    /** Mean rate over the month. */
    public BitRate rate() {
        return new BitRate(Math.round(gib * BITS_PER_GIB / MonthlyCost.SECONDS_PER_MONTH));
    }
}
