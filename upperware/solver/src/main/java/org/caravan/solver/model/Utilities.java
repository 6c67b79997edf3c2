package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;
import org.caravan.problem.UtilityModel;
import org.caravan.problem.UtilityModel.Asked;
import org.caravan.problem.hop.DeclaredService;
import org.caravan.unit.Millis;

/**
 * Utilities to maximise, with the request latencies they depend on.
 *
 * @param model null if there are no utilities
 * @param timed latencies used by formulas, by group of users that sends the request
 * @param hopsOf by link
 * @param hopsOfLeg by leg of these requests
 * @param instancesOf by component
 */
public record Utilities(UtilityModel model, List<Timed> timed, RequestHop[][] hopsOf, RequestHop[][] hopsOfLeg,
        Map<String, List<PlacedInstance>> instancesOf) {

    public static final Utilities NONE = new Utilities(null, List.of(), new RequestHop[0][], new RequestHop[0][], Map.of());

    /** Limit that is never missed: the request path is timed without an SLO. */
    private static final Millis NEVER = new Millis(1e12);

    /** @param share fraction of all requests of this kind that these users send */
    record Timed(Asked asked, RequestPath requestPath, double share) {}

    public static Utilities of(ApplicationModel application, CompiledProblem tables, TrafficModel traffic, ServiceTimes serving) {
        UtilityModel model = new UtilityModel(application);
        if (model.counted().isEmpty()) {
            return NONE;
        }
        Map<String, List<LinkModel>> linksByEnds = new HashMap<>();
        tables.links().forEach(link -> linksByEnds.computeIfAbsent(from(application, tables, link) + " -> "
                + tables.instance(link.to()).component().id(), unused -> new ArrayList<>()).add(link));
        QueueingDelay waiting = new QueueingDelay(application);
        List<Timed> timed = new ArrayList<>();
        List<RequestHop[]> legs = new ArrayList<>();
        for (Asked asked : model.asked()) {
            Request request = application.request(asked.requestId());
            Slo like = new Slo("utility", asked.statistic().isTail() ? 95 : 50, request.id(), NEVER);
            for (Users users : traffic.senders(request.id())) {
                List<Hop> hops = application.hops(request, users);
                double[] shares = asked.statistic().shares(new CallGraph(hops));
                ToDoubleFunction<Hop.Service> time = service -> DeclaredService.of(service, asked.statistic()).value();
                long waits = Math.round(waiting.of(request, users, asked.statistic()).value() * 1_000) 
                        + serving.least(hops, shares, time);
                RequestPath requestPath = new RequestPath(timed.size(), like, users, waits, asked.statistic(), serving.beyond(hops, shares, time));
                timed.add(new Timed(asked, requestPath, traffic.shareOf(users, request.id())));
                for (int index = 0; index < shares.length; index++) {
                    Hop hop = hops.get(index);
                    Traffic counted = Traffic.of(hop).times(shares[index]);
                    RequestLeg leg = new RequestLeg(legs.size(), requestPath);
                    String from = hop.fromUsers() ? Hop.USERS + " " + users.id() : hop.from();
                    legs.add(linksByEnds.getOrDefault(from + " -> " + hop.to(), List.of()).stream()
                            .map(link -> new RequestHop(leg, link, counted)).toArray(RequestHop[]::new));
                }
            }
        }
        return new Utilities(model, List.copyOf(timed), byLink(tables, legs), legs.toArray(RequestHop[][]::new), instances(tables));
    }

    private static String from(ApplicationModel application, CompiledProblem tables, LinkModel link) {
        int instances = tables.instances().size();
        return link.from() < instances ? tables.instance(link.from()).component().id() : Hop.USERS + " "
                + application.users().get(link.from() - instances).id();
    }

    private static RequestHop[][] byLink(CompiledProblem tables, List<RequestHop[]> legs) {
        List<List<RequestHop>> byLink = IntStream.range(0, tables.links().size()).<List<RequestHop>>mapToObj(any -> new ArrayList<>())
                .toList();
        legs.forEach(hops -> List.of(hops).forEach(hop -> byLink.get(hop.link().index()).add(hop)));
        return byLink.stream().map(list -> list.toArray(RequestHop[]::new)).toArray(RequestHop[][]::new);
    }

    private static Map<String, List<PlacedInstance>> instances(CompiledProblem tables) {
        Map<String, List<PlacedInstance>> instances = new HashMap<>();
        tables.instances().forEach(instance -> instances.computeIfAbsent(instance.component().id(), none -> new ArrayList<>())
                .add(instance));
        return instances;
    }

    /** The same with other links. @param links by index */
    public Utilities over(List<LinkModel> links) {
        UnaryOperator<RequestHop[]> exchanged = hops ->
                Arrays.stream(hops).map(hop -> new RequestHop(hop.leg(), links.get(hop.link().index()), hop.traffic()))
                        .toArray(RequestHop[]::new);
        return new Utilities(model, timed, Arrays.stream(hopsOf).map(exchanged).toArray(RequestHop[][]::new),
                Arrays.stream(hopsOfLeg).map(exchanged).toArray(RequestHop[][]::new), instancesOf);
    }

    public boolean any() {
        return model != null;
    }

    /**
     * Variable values of formulas for an assignment. @param money cents per month @param micros network latency of a timed request @param
     * seats by instance
     */
    public FormulaValues values(CompiledProblem tables, long money, ToLongFunction<RequestPath> micros, int[] positions) {
        return new FormulaValues(this, tables, money, micros, positions);
    }

    /** Contribution to the soft score. */
    public long points(FormulaValues values) {
        return Math.round(model.points(values));
    }

    /** Variable values of formulas for a complete assignment, computed from scratch. */
    public FormulaValues values(CompiledProblem tables, int[] positions) {
        long[] micros = new long[timed.size()];
        for (RequestHop[] leg : hopsOfLeg) {
            long slowest = 0;
            for (RequestHop hop : leg) {
                slowest = Math.max(slowest, hop.micros(tables.position(position(tables, positions, hop.from())),
                        tables.position(positions[hop.to()])));
            }
            if (leg.length > 0) {
                micros[leg[0].requestPath().index()] += slowest;
            }
        }
        return values(tables, money(tables, positions), requestPath -> micros[requestPath.index()], positions);
    }

    private static long money(CompiledProblem tables, int[] positions) {
        Set<Integer> open = new HashSet<>();
        IntStream.of(positions).forEach(open::add);
        long mills = tables.considered().egress() ? tables.links().stream().mapToLong(link ->
                link.egressMills(link.relation(tables.position(position(tables, positions, link.from())),
                        tables.position(positions[link.to()])))).sum() : 0;
        return open.stream().mapToLong(position -> tables.position(position).terms().money()).sum() + EgressPrices.cents(mills);
    }

    private static int position(CompiledProblem tables, int[] positions, int instanceOrUsers) {
        return instanceOrUsers < positions.length ? positions[instanceOrUsers] : tables.hosts() + instanceOrUsers - positions.length;
    }

    /** Identity, because records that refer to each other would compare recursively without end. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
