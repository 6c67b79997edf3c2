package org.caravan.problem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Site;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.PathId;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * Computes request latencies and the path of each link; used by solver, report and tests. The latency of a request is the sum over its
 * hops of round trips × RTT + bytes / throughput + {@link SlowStart}, each with its share of
 * {@link org.caravan.application.CallGraph}. A link keeps its current path unless another is better by more than measurement noise
 * (hysteresis). Not thread-safe.
 */
public final class LatencyModel {

    /** RTT between two containers on one host, if not measured. */
    public static final Millis SAME_HOST_RTT = new Millis(0.1);
    /** RTT between two hosts of one site, if not measured. */
    public static final Millis SAME_SITE_RTT = NetworkMatrixBuilder.WITHIN_SITE_RTT;
    /** Throughput within a site, if not measured. */
    public static final BitRate SAME_SITE_THROUGHPUT = NetworkMatrixBuilder.WITHIN_SITE_THROUGHPUT;

    /** A path must be better by more than both, for one average request; otherwise measurement noise would reroute. */
    private static final double NOISE_MILLIS = 1;
    private static final double NOISE_SHARE = 0.05;

    private record Ends(List<AccessPoint> from, List<AccessPoint> to, boolean sameHost) {}

    /** @param from id of a component or of users */
    private record Link(String from, String toComponentId) {}

    private final Map<String, List<AccessPoint>> accessPointsByHost = new HashMap<>();
    private final PathPreferences wishes;
    private final PathMetrics paths;
    private final Map<Ends, ParetoPaths> choices = new HashMap<>();
    /** Several paths if an end has several replicas; paths with other ends than requested are ignored. */
    private final Map<Link, Set<PathId>> currentLinks = new HashMap<>();
    private final Map<Link, Set<PathId>> currentEntries = new HashMap<>();
    private final Map<Link, Set<PathId>> rerouted = new HashMap<>();

    public LatencyModel(PlacementProblem problem) {
        for (Site site : problem.infrastructure().sites()) {
            List<AccessPoint> accessPoints = site.accessPoints();
            site.hosts().forEach(host -> accessPointsByHost.put(host.id(), accessPoints));
        }
        this.wishes = new PathPreferences(problem.application(), new TrafficModel(problem.application()));
        this.paths = new PathMetrics(problem.network(), new RobustnessPolicy(problem.policy().robustness()),
                EgressPrices.of(problem),
                problem.promisesP99(), new LineDelays(problem));
        problem.uplinks().rerouted().forEach(one ->
                rerouted.computeIfAbsent(new Link(one.from(), one.toComponentId()), unused -> new HashSet<>()).add(one.path()));
        for (CurrentPlacement current : problem.current()) {
            String componentId = current.instance().componentId();
            current.links().forEach((to, path) -> currentLinks
                    .computeIfAbsent(new Link(componentId, to.componentId()), unused -> new HashSet<>()).add(path));
            current.entries().forEach((usersId, path) -> currentEntries
                    .computeIfAbsent(new Link(usersId, componentId), unused -> new HashSet<>()).add(path));
        }
    }

    /** Path of a link between two hosts; empty if no path is known. */
    public Optional<PathChoice> link(String fromComponentId, String fromHostId, String toComponentId, String toHostId) {
        Ends ends = new Ends(ofHost(fromHostId), ofHost(toHostId), fromHostId.equals(toHostId));
        return choice(ends, wishes.ofLink(fromComponentId, toComponentId), currentLinks(fromComponentId, toComponentId),
                reroutedOf(fromComponentId, toComponentId));
    }

    /** Path of users to a component on a host, from their fixed end. Empty if no path is known. */
    public Optional<PathChoice> entry(Users users, String componentId, String hostId) {
        Ends ends = new Ends(List.of(users.at()), ofHost(hostId), false);
        return choice(ends, wishes.ofEntry(users, componentId), currentEntries(users, componentId), reroutedOf(users.id(), componentId));
    }

    /** Whether a path from the users can exist: the site of the host supports their IP version. */
    public boolean sharesFamily(Users users, String hostId) {
        return ofHost(hostId).stream().anyMatch(point -> point.family() == users.at().family());
    }

    /** Whether a path between two hosts can exist: their sites have a common IP version. */
    public boolean shareFamily(String fromHostId, String toHostId) {
        return ofHost(fromHostId).stream().anyMatch(from -> ofHost(toHostId).stream().anyMatch(to -> from.family() == to.family()));
    }

    /** Metrics of a path that was chosen before; empty if they are no longer known. */
    public Optional<PathChoice> known(PathId path, boolean sameHost) {
        return paths.choice(path, sameHost);
    }

    private List<AccessPoint> ofHost(String hostId) {
        return Optional.ofNullable(accessPointsByHost.get(hostId))
                .orElseThrow(() -> new IllegalArgumentException("no host " + hostId + " at any site"));
    }

    /** Pareto-optimal paths between two hosts. */
    public ParetoPaths paths(String fromHostId, String toHostId) {
        return pareto(new Ends(ofHost(fromHostId), ofHost(toHostId), fromHostId.equals(toHostId)));
    }

    /** Like {@link #paths}, from the location of users. */
    public ParetoPaths entryPaths(Users users, String hostId) {
        return pareto(new Ends(List.of(users.at()), ofHost(hostId), false));
    }

    /** All paths between two hosts, Pareto-optimal or not. */
    public List<PathChoice> everyPath(String fromHostId, String toHostId) {
        return all(new Ends(ofHost(fromHostId), ofHost(toHostId), fromHostId.equals(toHostId)));
    }

    /** Like {@link #everyPath}, from the location of users. */
    public List<PathChoice> everyEntryPath(Users users, String hostId) {
        return all(new Ends(List.of(users.at()), ofHost(hostId), false));
    }

    /** Paths of links between instances of the two components in the current target. */
    public Set<PathId> currentLinks(String fromComponentId, String toComponentId) {
        return currentLinks.getOrDefault(new Link(fromComponentId, toComponentId), Set.of());
    }

    /** Paths of users to instances of the component in the current target. */
    public Set<PathId> currentEntries(Users users, String componentId) {
        return currentEntries.getOrDefault(new Link(users.id(), componentId), Set.of());
    }

    /** @param current can contain paths with other ends, which are ignored */
    private Optional<PathChoice> choice(Ends ends, PathPreference wish, Set<PathId> current, Set<PathId> not) {
        List<PathChoice> every = not.isEmpty() ? List.of() : all(ends);
        List<PathChoice> others = every.stream().filter(choice -> !not.contains(choice.path())).toList();
        if (!others.isEmpty() && others.size() < every.size()) {
            return ParetoPaths.of(others).best(wish);
        }
        Optional<PathChoice> best = pareto(ends).best(wish);
        if (current.isEmpty()) {
            return best;
        }
        List<PathChoice> now = all(ends).stream().filter(choice -> current.contains(choice.path())).toList();
        return ParetoPaths.of(now).best(wish)
                .filter(kept -> !betterThanNoise(best.orElseThrow(), kept, wish))
                .or(() -> best);
    }

    /** Paths to be avoided by links between the two if there are others. @param from id of a component or of users */
    public Set<PathId> reroutedOf(String from, String toComponentId) {
        return rerouted.getOrDefault(new Link(from, toComponentId), Set.of());
    }

    private ParetoPaths pareto(Ends ends) {
        return choices.computeIfAbsent(ends, unknown -> ParetoPaths.of(all(unknown)));
    }

    /** Prices have no noise: every cent saved counts, but time counts only above the noise. */
    private static boolean betterThanNoise(PathChoice best, PathChoice kept, PathPreference wish) {
        Traffic deciding = wish.deciding();
        double now = kept.milliseconds(deciding, RttStatistic.MEAN);
        double requests = deciding.equals(wish.one()) ? 1 : deciding.roundTrips() / wish.one().roundTrips();
        double noise = Math.max(NOISE_MILLIS * requests, NOISE_SHARE * now);
        if (!wish.mindsMoney() || kept.egress().equals(best.egress())) {
            return now - best.milliseconds(deciding, RttStatistic.MEAN) > noise;
        }
        return points(kept, wish) - points(best, wish) > (wish.goal().equals(deciding) ? noise * PathPreference.POINTS_PER_MILLISECOND : 0);
    }

    private static double points(PathChoice choice, PathPreference wish) {
        return wish.points(choice.milliseconds(wish.goal(), RttStatistic.MEAN), choice.egress().value());
    }

    private List<PathChoice> all(Ends ends) {
        List<PathChoice> known = new ArrayList<>();
        for (AccessPoint from : ends.from()) {
            for (AccessPoint to : ends.to()) {
                if (from.family() == to.family() && neverAcrossIspsOfOneSite(from, to)) {
                    paths.choice(new PathId(from, to), ends.sameHost()).ifPresent(known::add);
                }
            }
        }
        return known;
    }

    /** Within a site, both ends use the same prefix; between prefixes, traffic would take a detour through the gateway. */
    private static boolean neverAcrossIspsOfOneSite(AccessPoint from, AccessPoint to) {
        return !from.siteId().equals(to.siteId()) || from.equals(to);
    }
}
