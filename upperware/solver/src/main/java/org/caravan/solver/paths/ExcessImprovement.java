package org.caravan.solver.paths;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import org.caravan.problem.AvoidedPath;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PathPreference;
import org.caravan.problem.RttStatistic;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ExcessPrices;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestLeg;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/**
 * Moves links off uplinks whose quotas are used up. Paths are chosen for each link by itself, at the price below the quota; what all links
 * send together can make another path better. Each step takes the change that keeps a cost limit best, then the one that saves most points.
 * Changes that could break an SLO are left out. There are at most as many steps as groups; a step looks at each path of each group once.
 */
final class ExcessImprovement {

    /**
     * Links between two components, or of users, on one path: a path is avoided for all of them.
     *
     * @param mills of their egress below quotas by path, in thousandths of a cent
     * @param points of latency and of that egress by path
     */
    private record Group(int index, List<LinkModel> links, List<PathChoice> paths, long bytes, long[] mills, long[] points) {}

    /** @param over thousandths of a cent above the cost limit, at least 0 @param points added to latency and egress, below 0 if saved */
    private record Cost(long over, long points) {

        boolean below(Cost other) {
            return over < other.over || over == other.over && points < other.points;
        }
    }

    private record Step(Group group, int path, Cost cost) {}

    private final CompiledProblem tables;
    private final Assignment assignment;
    private final ExcessPrices excess;
    private final List<Group> groups = new ArrayList<>();
    /** Bytes in a month, by index of the price. */
    private final long[] sent;
    /** Microseconds by which the latency of a request path may rise; below 0 if its SLO is missed already. */
    private final Map<RequestPath, Long> slack = new HashMap<>();
    /** Index of the present path, by group. */
    private int[] present;
    /** Thousandths of a cent above the cost limit, below 0 if there is none or it is kept. */
    private long over;

    private ExcessImprovement(CompiledProblem tables, Assignment assignment, IncrementalScore score) {
        this.tables = tables;
        this.assignment = assignment;
        this.excess = tables.considered().excess();
        this.sent = new long[excess.all().size()];
        this.over = tables.considered().limited() ? EgressPrices.millsOf(score.terms().money() - tables.considered().most())
                : Long.MIN_VALUE / 2;
        tables.requestPaths().forEach(requests -> slack.put(requests, Math.round(requests.slo().limit().value() * 1_000)
                - requests.waitingMicros() - score.micros(requests) - 1));
    }

    /**
     * Returns nothing for an assignment that breaks more than the cost limit: first it has to become feasible.
     *
     * @param ends names of both ends of a link
     * @param choices paths that a link may take, also those that are worse in latency and price; empty if its paths were changed already
     * @param without excludes paths of a link, so that the wanted ones remain
     */
    static Set<AvoidedPath> of(CompiledProblem tables, Assignment assignment, Function<LinkModel, String> ends,
            Function<LinkModel, List<PathChoice>> choices, BiFunction<LinkModel, Predicate<PathChoice>, Set<AvoidedPath>> without) {
        Set<AvoidedPath> rerouted = new HashSet<>();
        if (!tables.considered().excess().any()) {
            return rerouted;
        }
        IncrementalScore score = new IncrementalScore(tables);
        score.load(assignment.positions());
        if (score.hard() == score.parts().get(ScoreTerm.BUDGET)) {
            ExcessImprovement improvement = new ExcessImprovement(tables, assignment, score);
            improvement.group(ends, choices);
            improvement.improve().forEach(group -> {
                PathChoice path = group.paths().get(improvement.present[group.index()]);
                group.links().forEach(link -> rerouted.addAll(without.apply(link, choice -> choice.path().equals(path.path()))));
            });
        }
        return rerouted;
    }

    private void group(Function<LinkModel, String> ends, Function<LinkModel, List<PathChoice>> choices) {
        Map<String, List<LinkModel>> links = new TreeMap<>();
        Map<String, PathChoice> taken = new HashMap<>();
        for (LinkModel link : tables.links()) {
            PathChoice path = link.bytes() > 0 ? link.path(relation(link)) : null;
            ExcessPrices.Price price = excess.at(path);
            if (price != null) {
                sent[price.index()] += link.bytes();
                String key = ends.apply(link) + " " + path.path();
                taken.put(key, path);
                links.computeIfAbsent(key, any -> new ArrayList<>()).add(link);
            }
        }
        links.forEach((key, together) -> {
            List<PathChoice> paths = new ArrayList<>(List.of(taken.get(key)));
            choices.apply(together.get(0)).stream().filter(choice -> !choice.path().equals(paths.get(0).path())).forEach(paths::add);
            groups.add(new Group(groups.size(), together, paths, together.stream().mapToLong(LinkModel::bytes).sum(),
                    sums(together, paths, (link, path) -> EgressPrices.mills(link.gib(), path.egress().value())),
                    sums(together, paths, ExcessImprovement::points)));
        });
        present = new int[groups.size()];
    }

    private static long[] sums(List<LinkModel> links, List<PathChoice> paths, ToLongBiFunction<LinkModel, PathChoice> each) {
        return paths.stream().mapToLong(path -> links.stream().mapToLong(link -> each.applyAsLong(link, path)).sum()).toArray();
    }

    private static long points(LinkModel link, PathChoice path) {
        return Math.round(path.latency(link.goal(), RttStatistic.MEAN).value() * PathPreference.POINTS_PER_MILLISECOND
                + PathPreference.cents(link.gib(), path.egress().value()) * link.wish().costWeight());
    }

    /** Returns the groups that take another path. */
    private List<Group> improve() {
        boolean gained = true;
        for (int steps = 0; steps < groups.size() && gained; steps++) {
            Step best = new Step(null, 0, new Cost(Math.max(0, over), 0));
            for (Group group : groups) {
                ExcessPrices.Price price = excess.at(group.paths().get(present[group.index()]));
                for (int path = 0; price != null && price.mills(sent[price.index()]) > 0 && path < group.paths().size(); path++) {
                    Cost cost = new Cost(Math.max(0, over + mills(group, path)), points(group, path));
                    if (cost.below(best.cost()) && keepsPromises(group, path)) {
                        best = new Step(group, path, cost);
                    }
                }
            }
            gained = best.group() != null;
            if (gained) {
                take(best.group(), best.path());
            }
        }
        return groups.stream().filter(group -> present[group.index()] != 0).toList();
    }

    private void take(Group group, int path) {
        over += mills(group, path);
        risen(group, path).forEach((requests, micros) -> slack.merge(requests, -micros, Long::sum));
        move(excess.at(group.paths().get(present[group.index()])), -group.bytes());
        move(excess.at(group.paths().get(path)), group.bytes());
        present[group.index()] = path;
    }

    private void move(ExcessPrices.Price price, long bytes) {
        if (price != null) {
            sent[price.index()] += bytes;
        }
    }

    /** Thousandths of a cent that a change adds. */
    private long mills(Group group, int path) {
        int now = present[group.index()];
        return group.mills()[path] - group.mills()[now] + added(group, path, ExcessPrices.Price::mills);
    }

    /** Points that a change adds. */
    private long points(Group group, int path) {
        int now = present[group.index()];
        return group.points()[path] - group.points()[now] + added(group, path, ExcessPrices.Price::points);
    }

    /** What a change adds above quotas, at the uplink that the links leave and at the one that they take. */
    private long added(Group group, int path, ToLongBiFunction<ExcessPrices.Price, Long> cost) {
        ExcessPrices.Price from = excess.at(group.paths().get(present[group.index()]));
        ExcessPrices.Price to = excess.at(group.paths().get(path));
        return from == to ? 0 : added(from, -group.bytes(), cost) + added(to, group.bytes(), cost);
    }

    private long added(ExcessPrices.Price price, long bytes, ToLongBiFunction<ExcessPrices.Price, Long> cost) {
        return price == null ? 0 : cost.applyAsLong(price, sent[price.index()] + bytes) - cost.applyAsLong(price, sent[price.index()]);
    }

    private boolean keepsPromises(Group group, int path) {
        return risen(group, path).entrySet().stream().allMatch(one -> one.getValue() == 0 || one.getValue() <= slack.get(one.getKey()));
    }

    /** Microseconds by which request paths with an SLO get slower at most; a leg counts with its slowest pair. */
    private Map<RequestPath, Long> risen(Group group, int path) {
        PathChoice before = group.paths().get(present[group.index()]);
        PathChoice after = group.paths().get(path);
        Map<RequestLeg, Long> legs = new HashMap<>();
        for (LinkModel link : group.links()) {
            for (RequestHop hop : tables.hopsOf()[link.index()]) {
                legs.merge(hop.leg(), Math.max(0, micros(hop, after) - micros(hop, before)), Math::max);
            }
        }
        Map<RequestPath, Long> risen = new HashMap<>();
        legs.forEach((leg, micros) -> risen.merge(leg.requestPath(), micros, Long::sum));
        return risen;
    }

    private static long micros(RequestHop hop, PathChoice choice) {
        return Math.round(choice.latency(hop.traffic(), hop.requestPath().statistic()).value() * 1_000);
    }

    private int relation(LinkModel link) {
        return link.relation(tables.position(assignment.positionOf(tables, link.from())),
                tables.position(assignment.positionOf(tables, link.to())));
    }
}
