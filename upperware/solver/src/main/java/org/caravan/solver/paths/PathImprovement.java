package org.caravan.solver.paths;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.caravan.problem.AvoidedPath;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PathPreference;
import org.caravan.problem.RttStatistic;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/**
 * Moves links to other than their preferred paths: first faster paths until an SLO is met, then cheaper paths until a cost limit is met.
 * Each step takes the cheapest change that suffices; if none suffices, the change with the highest gain per point.
 */
final class PathImprovement {

    /** Change of the paths of some links. @param gain in microseconds or thousandths of a cent @param points additional points */
    private record Trade(Map<LinkModel, PathChoice> paths, long gain, long points) {

        double gainOfPoint() {
            return gain / (double) Math.max(1, points);
        }
    }

    private final CompiledProblem tables;
    private final int[] positions;
    private final Map<LinkModel, PathChoice> taken = new HashMap<>();

    private PathImprovement(CompiledProblem tables, int[] positions) {
        this.tables = tables;
        this.positions = positions;
    }

    /** @param without excludes paths of a link, so that the wanted ones remain */
    static Set<AvoidedPath> of(CompiledProblem tables, Assignment assignment,
            BiFunction<LinkModel, Predicate<PathChoice>, Set<AvoidedPath>> without) {
        PathImprovement trades = new PathImprovement(tables, assignment.positions());
        Set<AvoidedPath> rerouted = new HashSet<>();
        tables.requestPaths().forEach(trades::hurry);
        if (tables.considered().egress() && tables.considered().limited()) {
            IncrementalScore score = new IncrementalScore(tables);
            score.load(assignment.positions());
            trades.save(EgressPrices.millsOf(score.terms().money() - tables.considered().most()));
        }
        trades.taken.forEach((link, path) -> rerouted.addAll(without.apply(link, choice -> choice.path().equals(path.path()))));
        return rerouted;
    }

    private void hurry(RequestPath requestPath) {
        if (requestPath.parallel().isPresent()) {
            return; // Its latency is no sum of legs: the search has to keep its promise on the paths of the goals.
        }
        List<RequestHop[]> legs = Arrays.stream(tables.hopsOfLeg()).filter(hops -> hops.length > 0
                && hops[0].requestPath().equals(requestPath)).toList();
        long limit = Math.round(requestPath.slo().limit().value() * 1_000) - requestPath.waitingMicros()
                - requestPath.serviceMicros(instance -> tables.position(positions[instance]).platform());
        boolean gained = true;
        for (long over = slowest(legs) - limit; over >= 0 && gained; over = slowest(legs) - limit) {
            gained = take(legs.stream().flatMap(leg -> sooner(leg).stream()).toList(), over + 1);
        }
    }

    private long slowest(List<RequestHop[]> legs) {
        return legs.stream().mapToLong(this::slowest).sum();
    }

    private long slowest(RequestHop[] leg) {
        return Arrays.stream(leg).mapToLong(hop -> micros(hop, path(hop.link()))).max().orElse(0);
    }

    /** Returns the changes that bring all pairs of replicas of the leg within the latency of one of their paths. */
    private List<Trade> sooner(RequestHop[] leg) {
        long now = slowest(leg);
        List<Trade> trades = new ArrayList<>();
        Arrays.stream(leg).flatMap(hop -> choices(hop.link()).stream().map(choice -> micros(hop, choice)))
                .filter(micros -> micros < now).distinct().forEach(micros -> within(leg, micros).ifPresent(paths ->
                        trades.add(new Trade(paths, now - micros, points(paths)))));
        return trades;
    }

    private Optional<Map<LinkModel, PathChoice>> within(RequestHop[] leg, long most) {
        Map<LinkModel, PathChoice> paths = new HashMap<>();
        for (RequestHop hop : leg) {
            if (micros(hop, path(hop.link())) > most) {
                Optional<PathChoice> best = choices(hop.link()).stream().filter(choice -> micros(hop, choice) <= most)
                        .min(Comparator.comparingLong((PathChoice choice) -> points(hop.link(), choice)).thenComparing(PathChoice::path));
                if (best.isEmpty()) {
                    return Optional.empty();
                }
                paths.put(hop.link(), best.get());
            }
        }
        return Optional.of(paths);
    }

    /** @param mills excess cost in thousandths of a cent */
    private void save(long mills) {
        Set<LinkModel> hurried = Set.copyOf(taken.keySet());
        long over = mills + more();
        boolean gained = true;
        while (over > 0 && gained) {
            List<Trade> trades = tables.links().stream().filter(link -> !hurried.contains(link)).flatMap(link -> choices(link).stream()
                    .filter(choice -> mills(link, choice) < mills(link, path(link)))
                    .map(choice -> new Trade(Map.of(link, choice), mills(link, path(link)) - mills(link, choice),
                            points(Map.of(link, choice))))).toList();
            long before = over;
            gained = take(trades, over);
            over = mills + more();
            gained &= over < before;
        }
    }

    /** Additional cost of the changed paths in thousandths of a cent. */
    private long more() {
        return taken.keySet().stream().mapToLong(link -> mills(link, path(link)) - link.egressMills(relation(link))).sum();
    }

    private boolean take(Collection<Trade> trades, long needed) {
        Optional<Trade> enough = trades.stream().filter(trade -> trade.gain() >= needed).min(Comparator.comparingLong(Trade::points));
        Optional<Trade> best = enough.or(() -> trades.stream().max(Comparator.comparingDouble(Trade::gainOfPoint)));
        best.ifPresent(trade -> taken.putAll(trade.paths()));
        return best.isPresent();
    }

    private long points(Map<LinkModel, PathChoice> paths) {
        return paths.entrySet().stream().mapToLong(one -> points(one.getKey(), one.getValue()) - points(one.getKey(), path(one.getKey())))
                .sum();
    }

    private static long points(LinkModel link, PathChoice choice) {
        return Math.round(choice.latency(link.goal(), RttStatistic.MEAN).value() * PathPreference.POINTS_PER_MILLISECOND
                + PathPreference.cents(link.gib(), choice.egress().value()) * link.wish().costWeight());
    }

    private static long micros(RequestHop hop, PathChoice choice) {
        return choice == null ? 0 : Math.round(choice.latency(hop.traffic(), hop.requestPath().statistic()).value() * 1_000);
    }

    private static long mills(LinkModel link, PathChoice choice) {
        return EgressPrices.mills(link.gib(), choice.egress().value());
    }

    private PathChoice path(LinkModel link) {
        return taken.containsKey(link) ? taken.get(link) : link.path(relation(link));
    }

    private List<PathChoice> choices(LinkModel link) {
        ParetoPaths paths = tables.ways().between()[relation(link)];
        return IntStream.range(0, paths.size()).mapToObj(paths::choice).toList();
    }

    private int relation(LinkModel link) {
        int instances = tables.instances().size();
        int from = link.from() < instances ? positions[link.from()] : tables.hosts() + link.from() - instances;
        return link.relation(tables.position(from), tables.position(positions[link.to()]));
    }
}
