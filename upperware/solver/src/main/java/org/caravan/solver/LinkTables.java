package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;

/**
 * The network's part of {@link PlacementTables}: links with their paths, and the journeys that cross them. Each replica at an
 * end of a link is reckoned to have an equal share of its traffic.
 */
final class LinkTables {

    /** One unit of latency goal at weight 1, in ms: a hundredth, as a cent is of a euro. */
    private static final double CENTS_PER_MILLISECOND = 100;

    private final ApplicationModel application;
    private final LatencyModel latency;
    private final TrafficModel traffic;
    private final List<Tenant> tenants;
    private final List<List<String>> hostIdsBySite;
    /** By names of both ends: one for every pair of replicas. */
    private final Map<String, List<LinkTable>> linksByEnds = new LinkedHashMap<>();
    private final List<LinkTable> links = new ArrayList<>();
    private final List<Journey> journeys = new ArrayList<>();
    private final List<JourneyHop> hops = new ArrayList<>();
    private int legs;

    LinkTables(
            PlacementProblem problem, LatencyModel latency, List<Tenant> tenants, List<List<String>> hostIdsBySite) {
        this.application = problem.application();
        this.latency = latency;
        this.traffic = new TrafficModel(application);
        this.tenants = tenants;
        this.hostIdsBySite = hostIdsBySite;
        application.components().forEach(this::addLinks);
        application.users().forEach(this::addEntries);
        application.slos().forEach(this::addJourneys);
    }

    List<LinkTable> links() {
        return List.copyOf(links);
    }

    List<Journey> journeys() {
        return List.copyOf(journeys);
    }

    List<JourneyHop> hops() {
        return List.copyOf(hops);
    }

    private void addLinks(Component component) {
        Set<String> peers = new TreeSet<>();
        component.requires().forEach(required -> peers.add(required.componentId()));
        application.requests().stream()
                .flatMap(request -> request.hops().stream())
                .filter(hop -> hop.from().equals(component.id()))
                .forEach(hop -> peers.add(hop.to()));
        // To itself a component is always as near as can be.
        peers.remove(component.id());
        peers.forEach(peer -> {
            PathChoice[] paths = paths(component.id(), peer);
            double share = 1.0 / (indices(component.id()).length * indices(peer).length);
            Traffic goal = traffic.goalOfLink(component.id(), peer).times(share);
            Traffic all = traffic.ofLink(component.id(), peer).times(share);
            for (int from : indices(component.id())) {
                addTables(key(component.id(), peer), from, peer, paths, goal, all);
            }
        });
    }

    private void addEntries(Users users) {
        for (String componentId : application.entryComponentIds()) {
            if (!traffic.ofEntry(users, componentId).equals(Traffic.NONE)) {
                addEntry(users, componentId);
            }
        }
    }

    private PathChoice[] paths(String from, String to) {
        int sites = hostIdsBySite.size();
        PathChoice[] paths = new PathChoice[sites * sites + sites];
        for (int a = 0; a < sites; a++) {
            for (int b = 0; b < sites; b++) {
                paths[a * sites + b] = path(from, first(a), to, a == b ? last(b) : first(b));
            }
            paths[sites * sites + a] = path(from, first(a), to, first(a));
        }
        return paths;
    }

    private void addEntry(Users users, String componentId) {
        PathChoice[] paths = new PathChoice[hostIdsBySite.size()];
        for (int site = 0; site < paths.length; site++) {
            paths[site] = latency.entry(users, componentId, first(site)).orElse(null);
        }
        int from = tenants.size() + application.users().indexOf(users);
        double share = 1.0 / indices(componentId).length;
        addTables(key(usersKey(users), componentId), from, componentId, paths, traffic.goalOfEntry(users, componentId).times(share),
                traffic.ofEntry(users, componentId).times(users.rate().value() * share));
    }

    private void addTables(String ends, int from, String to, PathChoice[] paths, Traffic goal, Traffic all) {
        for (int index : indices(to)) {
            LinkTable link = table(from, index, paths, goal, all);
            links.add(link);
            linksByEnds.computeIfAbsent(ends, unused -> new ArrayList<>()).add(link);
        }
    }

    private LinkTable table(int from, int to, PathChoice[] paths, Traffic goal, Traffic all) {
        long[] cents = new long[paths.length];
        for (int relation = 0; relation < paths.length; relation++) {
            cents[relation] = Optional.ofNullable(paths[relation])
                    .map(path -> Math.round(path.latency(goal, RttStatistic.MEAN).value() * CENTS_PER_MILLISECOND))
                    .orElse(0L);
        }
        return new LinkTable(links.size(), from, to, hostIdsBySite.size(), paths, cents, pull(paths, all));
    }

    private static long[] pull(PathChoice[] paths, Traffic all) {
        Traffic any = all.roundTrips() > 0 ? all : new Traffic(1, 0);
        return Arrays.stream(paths)
                .mapToLong(path -> path == null ? 0 : Math.round(path.latency(any, RttStatistic.MEAN).value() * 1_000))
                .toArray();
    }

    private PathChoice path(String from, String fromHostId, String to, String toHostId) {
        return latency.link(from, fromHostId, to, toHostId).orElse(null);
    }

    private void addJourneys(Slo slo) {
        Request request = application.request(slo.requestId());
        for (Users users : traffic.senders(slo.requestId())) {
            Journey journey = new Journey(journeys.size(), slo, users);
            journeys.add(journey);
            for (Hop hop : request.hops()) {
                String from = hop.fromUsers() ? usersKey(users) : hop.from();
                Leg leg = new Leg(legs++, journey);
                for (LinkTable link : linksByEnds.getOrDefault(key(from, hop.to()), List.of())) {
                    long[] micros = link.micros(Traffic.of(hop), RttStatistic.of(slo.percentile()));
                    hops.add(new JourneyHop(leg, link, micros));
                }
            }
        }
    }

    private String first(int site) {
        return hostIdsBySite.get(site).get(0);
    }

    /** Another host than the first where there is one; where not, nobody asks. */
    private String last(int site) {
        List<String> hostIds = hostIdsBySite.get(site);
        return hostIds.get(hostIds.size() - 1);
    }

    private int[] indices(String componentId) {
        return tenants.stream()
                .filter(tenant -> tenant.component().id().equals(componentId))
                .mapToInt(Tenant::index)
                .toArray();
    }

    private static String usersKey(Users users) {
        return Hop.USERS + " " + users.id();
    }

    private static String key(String from, String to) {
        return from + " -> " + to;
    }
}
