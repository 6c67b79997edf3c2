package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Component;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PathPreference;
import org.caravan.problem.PathPreferences;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;
import org.caravan.solver.model.AllowedPaths;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.ParallelCalls;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestLeg;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.ServiceTimes;
import org.caravan.unit.Millis;

/** Compiles the network part of {@code PlacementTables}: links with their paths, and the request paths that use them. */
final class LinkCompiler {

    private final ApplicationModel application;
    private final LatencyModel latency;
    private final TrafficModel traffic;
    private final PathPreferences wishes;
    private final QueueingDelay waiting;
    private final ServiceTimes serving;
    private final List<PlacedInstance> instances;
    private final List<String> siteIds;
    private final List<List<String>> hostIdsBySite;
    private final PathTable ways;
    /** Indices of replicas by component. */
    private final Map<String, List<Integer>> indices = new HashMap<>();
    /** By the names of both ends: one link for every pair of replicas. */
    private final Map<String, List<LinkModel>> linksByEnds = new HashMap<>();
    private final List<LinkModel> links = new ArrayList<>();
    private final List<RequestPath> requestPaths = new ArrayList<>();
    private final List<RequestHop> hops = new ArrayList<>();
    private int legs;

    LinkCompiler(PlacementProblem problem, LatencyModel latency, TrafficModel traffic, List<PlacedInstance> instances, List<String> siteIds,
            List<List<String>> hostIdsBySite, int hosts, ServiceTimes serving) {
        this.application = problem.application();
        this.latency = latency;
        this.traffic = traffic;
        this.wishes = new PathPreferences(application, traffic);
        this.waiting = new QueueingDelay(application);
        this.serving = serving;
        this.instances = instances;
        this.siteIds = siteIds;
        this.hostIdsBySite = hostIdsBySite;
        instances.forEach(instance ->
                indices.computeIfAbsent(instance.component().id(), unused -> new ArrayList<>()).add(instance.index()));
        this.ways = PathTable.of(latency, application.users(), hostIdsBySite, hosts);
        Map<String, Set<String>> peers = peers();
        application.components().forEach(component -> addLinks(component.id(), peers.get(component.id())));
        application.components().stream().filter(LinkCompiler::requiresItself)
                .forEach(component -> addLinksAmongReplicas(component.id()));
        application.users().forEach(this::addEntries);
        application.slos().forEach(this::addRequestPaths);
    }

    PathTable ways() {
        return ways;
    }

    List<LinkModel> links() {
        return List.copyOf(links);
    }

    List<RequestPath> requestPaths() {
        return List.copyOf(requestPaths);
    }

    List<RequestHop> hops() {
        return List.copyOf(hops);
    }

    /** By component: components that it requires or calls, except itself. Calls of a component to itself are always local. */
    private Map<String, Set<String>> peers() {
        Map<String, Set<String>> peers = new HashMap<>();
        for (Component component : application.components()) {
            Set<String> required = new TreeSet<>();
            component.requires().forEach(endpoint -> required.add(endpoint.componentId()));
            peers.put(component.id(), required);
        }
        application.requests().stream()
                .flatMap(request -> request.hops().stream())
                .filter(hop -> !hop.fromUsers())
                .forEach(hop -> peers.get(hop.from()).add(hop.to()));
        peers.forEach((componentId, named) -> named.remove(componentId));
        return peers;
    }

    /** Each pair of replicas has an equal share of the traffic. */
    private void addLinks(String from, Set<String> peers) {
        for (String to : peers) {
            double share = 1.0 / (indices.get(from).size() * indices.get(to).size());
            Traffic goal = traffic.goalOfLink(from, to).times(share);
            Traffic all = any(traffic.ofLink(from, to).times(share));
            Map<Integer, PathChoice> kept = kept(from, to);
            for (int replica : indices.get(from)) {
                add(key(from, to), replica, to, wishes.ofLink(from, to), share, goal, all, kept);
            }
        }
    }

    private static boolean requiresItself(Component component) {
        return component.requires().stream().anyMatch(endpoint -> endpoint.componentId().equals(component.id()));
    }

    /** Each replica needs a path to every other one. Requests do not use these links. */
    private void addLinksAmongReplicas(String componentId) {
        Map<Integer, PathChoice> kept = kept(componentId, componentId);
        for (int from : indices.get(componentId)) {
            for (int to : indices.get(componentId)) {
                if (from != to) {
                    links.add(new LinkModel(links.size(), from, to, ways, wishes.ofLink(componentId, componentId), Traffic.NONE,
                            any(Traffic.NONE), kept, 0, AllowedPaths.NONE));
                }
            }
        }
    }

    private void addEntries(Users users) {
        int index = application.users().indexOf(users);
        for (String looked : application.entryComponentIds()) {
            String to = application.reached(users, looked);
            if (!traffic.ofEntry(users, to).equals(Traffic.NONE)) {
                double share = 1.0 / indices.get(to).size();
                add(key(usersKey(users), to), instances.size() + index, to, wishes.ofEntry(users, to), share,
                        traffic.goalOfEntry(users, to).times(share),
                        any(traffic.ofEntry(users, to).times(users.rate().value() * share)), kept(users, index, to));
            }
        }
    }

    private void add(String ends, int from, String to, PathPreference wish, double share, Traffic goal, Traffic all,
            Map<Integer, PathChoice> kept) {
        for (int index : indices.get(to)) {
            LinkModel link = new LinkModel(links.size(), from, index, ways, wish, goal, all, kept, wish.gib() * share, AllowedPaths.NONE);
            links.add(link);
            linksByEnds.computeIfAbsent(ends, unused -> new ArrayList<>()).add(link);
        }
    }

    private static Traffic any(Traffic all) {
        return all.roundTrips() > 0 ? all : new Traffic(1, 0);
    }

    /** A kept path applies only to the pair of sites it connects. */
    private Map<Integer, PathChoice> kept(String from, String to) {
        Map<Integer, PathChoice> kept = new HashMap<>();
        Stream.concat(latency.currentLinks(from, to).stream(), latency.reroutedOf(from, to).stream()).forEach(path -> {
            int a = siteIds.indexOf(path.from().siteId());
            int b = siteIds.indexOf(path.to().siteId());
            if (a >= 0 && b >= 0) {
                latency.link(from, first(a), to, a == b ? last(b) : first(b))
                        .ifPresent(choice -> kept.put(ways.apart(a, b), choice));
            }
            if (a >= 0 && a == b) {
                latency.link(from, first(a), to, first(a)).ifPresent(choice -> kept.put(ways.onOneHost(a), choice));
            }
        });
        return Map.copyOf(kept);
    }

    private Map<Integer, PathChoice> kept(Users users, int index, String to) {
        Map<Integer, PathChoice> kept = new HashMap<>();
        Stream.concat(latency.currentEntries(users, to).stream(), latency.reroutedOf(users.id(), to).stream()).forEach(path -> {
            int site = siteIds.indexOf(path.to().siteId());
            if (site >= 0) {
                latency.entry(users, to, first(site)).ifPresent(choice -> kept.put(ways.ofUsers(index, site), choice));
            }
        });
        return Map.copyOf(kept);
    }

    private void addRequestPaths(Slo slo) {
        Request request = application.request(slo.requestId());
        for (Users users : traffic.senders(slo.requestId())) {
            List<Hop> crossed = application.hops(request, users);
            CallGraph graph = new CallGraph(crossed);
            double[] shares = graph.ofPercentile(slo.percentile());
            double percentile = graph.percentileOfHops(slo.percentile());
            ToDoubleFunction<Hop.Service> time = service -> service.percentile(percentile).value();
            Optional<ParallelCalls> parallel = serving.parallel(crossed, Optional.of(slo.percentile()),
                    hop -> waiting.promised(hop.to(), percentile).value(), time, legs);
            RequestPath requestPath = new RequestPath(requestPaths.size(), slo, users, parallel.map(ParallelCalls::leastMicros)
                    .orElseGet(() -> micros(waiting.promised(request, users, slo.percentile())) + serving.least(crossed, shares, time)),
                    RttStatistic.of(slo.percentile()), parallel.isPresent() ? List.of() : serving.beyond(crossed, shares, time), parallel);
            requestPaths.add(requestPath);
            for (int index = 0; index < shares.length; index++) {
                Hop hop = crossed.get(index);
                Traffic counted = Traffic.of(hop, percentile).times(parallel.isPresent() ? 1 : shares[index]);
                String from = hop.fromUsers() ? usersKey(users) : hop.from();
                RequestLeg leg = new RequestLeg(legs++, requestPath, parallel.isPresent() ? shares[index] : 1);
                linksByEnds.getOrDefault(key(from, hop.to()), List.of())
                        .forEach(link -> hops.add(new RequestHop(leg, link, counted)));
            }
        }
    }

    private static long micros(Millis time) {
        return Math.round(time.value() * 1_000);
    }

    private String first(int site) {
        return hostIdsBySite.get(site).get(0);
    }

    /** Returns another host than the first if there is one; otherwise the result is not used. */
    private String last(int site) {
        List<String> hostIds = hostIdsBySite.get(site);
        return hostIds.get(hostIds.size() - 1);
    }

    private static String usersKey(Users users) {
        return Hop.USERS + " " + users.id();
    }

    private static String key(String from, String to) {
        return from + " -> " + to;
    }
}
