package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PathPreference;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
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
 * @param goals latency goals of requests with parallel calls
 * @param hopsOf by link
 * @param hopsOfLeg by leg of these requests
 * @param instancesOf by component
 */
public record Utilities(UtilityModel model, List<Timed> timed, List<ParallelGoal> goals, RequestHop[][] hopsOf, RequestHop[][] hopsOfLeg,
        Map<String, List<PlacedInstance>> instancesOf) {

    public static final Utilities NONE = new Utilities(null, List.of(), List.of(), new RequestHop[0][], new RequestHop[0][], Map.of());

    /** Limit that is never missed: the request path is timed without an SLO. */
    private static final Millis NEVER = new Millis(1e12);

    /** @param share fraction of all requests of this kind that these users send */
    record Timed(Asked asked, RequestPath requestPath, double share) {}

    /** Latency goal of one group of users. @param pointsOfMicro points per microsecond of the mean */
    public record ParallelGoal(RequestPath requestPath, double pointsOfMicro) {}

    public static Utilities of(ApplicationModel application, CompiledProblem tables, TrafficModel traffic, ServiceTimes serving) {
        UtilityModel model = new UtilityModel(application);
        Compiler compiler = new Compiler(application, tables, traffic, serving);
        model.asked().forEach(compiler::add);
        compiler.addGoals();
        if (model.counted().isEmpty() && compiler.goals.isEmpty()) {
            return NONE;
        }
        return new Utilities(model.counted().isEmpty() ? null : model, List.copyOf(compiler.timed), List.copyOf(compiler.goals),
                byLink(tables, compiler.legs), compiler.legs.toArray(RequestHop[][]::new), instances(tables));
    }

    /** Collects request paths without an SLO. */
    private static final class Compiler {

        private final ApplicationModel application;
        private final TrafficModel traffic;
        private final ServiceTimes serving;
        private final QueueingDelay waiting;
        private final Map<String, List<LinkModel>> linksByEnds = new HashMap<>();
        private final List<Timed> timed = new ArrayList<>();
        private final List<ParallelGoal> goals = new ArrayList<>();
        private final List<RequestHop[]> legs = new ArrayList<>();

        Compiler(ApplicationModel application, CompiledProblem tables, TrafficModel traffic, ServiceTimes serving) {
            this.application = application;
            this.traffic = traffic;
            this.serving = serving;
            this.waiting = new QueueingDelay(application);
            tables.links().forEach(link -> linksByEnds.computeIfAbsent(from(application, tables, link) + " -> "
                    + tables.instance(link.to()).component().id(), unused -> new ArrayList<>()).add(link));
        }

        void add(Asked asked) {
            Request request = application.request(asked.requestId());
            for (Users users : traffic.senders(request.id())) {
                timed.add(new Timed(asked, path(request, users, asked.statistic()), traffic.shareOf(users, request.id())));
            }
        }

        void addGoals() {
            application.goals().stream().filter(Goal.MinimiseLatency.class::isInstance).map(Goal.MinimiseLatency.class::cast)
                    .sorted(Comparator.comparing(Goal.MinimiseLatency::requestId).thenComparingDouble(Goal.MinimiseLatency::weight))
                    .forEach(goal -> {
                        Request request = application.request(goal.requestId());
                        for (Users users : traffic.senders(request.id())) {
                            if (new CallGraph(application.hops(request, users)).parallel()) {
                                goals.add(new ParallelGoal(path(request, users, RttStatistic.MEAN), goal.weight()
                                        * traffic.shareOf(users, request.id()) * PathPreference.POINTS_PER_MILLISECOND / 1_000));
                            }
                        }
                    });
        }

        private RequestPath path(Request request, Users users, RttStatistic statistic) {
            List<Hop> hops = application.hops(request, users);
            double[] shares = statistic.shares(new CallGraph(hops));
            ToDoubleFunction<Hop.Service> time = service -> DeclaredService.of(service, statistic).value();
            Optional<ParallelCalls> parallel = serving.parallel(hops, statistic.isTail() ? Optional.of(RttStatistic.SHOWN_TAIL)
                    : Optional.empty(), hop -> waiting.at(hop.to(), statistic).value(), time, legs.size());
            long waits = parallel.map(ParallelCalls::leastMicros).orElseGet(() ->
                    Math.round(waiting.of(request, users, statistic).value() * 1_000) + serving.least(hops, shares, time));
            Slo like = new Slo("utility", statistic.isTail() ? 95 : 50, request.id(), NEVER);
            RequestPath requestPath = new RequestPath(timed.size() + goals.size(), like, users, waits, statistic,
                    parallel.isPresent() ? List.of() : serving.beyond(hops, shares, time), parallel);
            for (int index = 0; index < shares.length; index++) {
                Hop hop = hops.get(index);
                Traffic counted = Traffic.of(hop, statistic).times(parallel.isPresent() ? 1 : shares[index]);
                RequestLeg leg = new RequestLeg(legs.size(), requestPath);
                String from = hop.fromUsers() ? Hop.USERS + " " + users.id() : hop.from();
                legs.add(linksByEnds.getOrDefault(from + " -> " + hop.to(), List.of()).stream()
                        .map(link -> new RequestHop(leg, link, counted)).toArray(RequestHop[]::new));
            }
            return requestPath;
        }
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
        return new Utilities(model, timed, goals, Arrays.stream(hopsOf).map(exchanged).toArray(RequestHop[][]::new),
                Arrays.stream(hopsOfLeg).map(exchanged).toArray(RequestHop[][]::new), instancesOf);
    }

    public boolean any() {
        return model != null || !goals.isEmpty();
    }

    /** All request paths, in order of their index. */
    public List<RequestPath> paths() {
        return Stream.concat(timed.stream().map(Timed::requestPath), goals.stream().map(ParallelGoal::requestPath)).toList();
    }

    /** Contribution of parallel calls to the soft score, in addition to that of links. @param beyondLinear in microseconds */
    public long parallelPoints(ToLongFunction<RequestPath> beyondLinear) {
        double points = 0;
        for (ParallelGoal goal : goals) {
            points += goal.pointsOfMicro() * beyondLinear.applyAsLong(goal.requestPath());
        }
        return Math.round(points);
    }

    /**
     * Variable values of formulas for an assignment.
     *
     * @param money cents per month
     * @param micros network latency of a timed request, in µs
     * @param positions by instance
     */
    public FormulaValues values(CompiledProblem tables, long money, ToLongFunction<RequestPath> micros, int[] positions) {
        return new FormulaValues(this, tables, money, micros, positions);
    }

    /** Contribution to the soft score. */
    public long points(FormulaValues values) {
        return model == null ? 0 : Math.round(model.points(values));
    }

    /** Variable values of formulas for a complete assignment, computed from scratch. */
    public FormulaValues values(CompiledProblem tables, int[] positions) {
        long[] ofLeg = ofLeg(tables, positions);
        return values(tables, money(tables, positions), requestPath -> requestPath.micros(legs(requestPath), leg -> ofLeg[leg],
                instance -> tables.position(positions[instance]).platform()), positions);
    }

    /** {@link #parallelPoints} of a complete assignment, computed from scratch. */
    public long parallelPoints(CompiledProblem tables, int[] positions) {
        long[] ofLeg = ofLeg(tables, positions);
        IntUnaryOperator platforms = instance -> tables.position(positions[instance]).platform();
        return parallelPoints(requestPath -> {
            ParallelCalls calls = requestPath.parallel().orElseThrow();
            return Math.max(0, calls.micros(leg -> ofLeg[leg], platforms) - calls.linearMicros(leg -> ofLeg[leg], platforms));
        });
    }

    private long[] ofLeg(CompiledProblem tables, int[] positions) {
        return Arrays.stream(hopsOfLeg).mapToLong(leg -> Arrays.stream(leg).mapToLong(hop ->
                hop.micros(tables.position(position(tables, positions, hop.from())), tables.position(positions[hop.to()])))
                .max().orElse(0)).toArray();
    }

    private List<Integer> legs(RequestPath requestPath) {
        return IntStream.range(0, hopsOfLeg.length).filter(leg -> hopsOfLeg[leg].length > 0
                && hopsOfLeg[leg][0].requestPath().index() == requestPath.index()).boxed().toList();
    }

    private static long money(CompiledProblem tables, int[] positions) {
        Set<Integer> open = new HashSet<>();
        IntStream.of(positions).forEach(open::add);
        ExcessPrices excess = tables.considered().excess();
        long[] sent = new long[excess.all().size()];
        long mills = 0;
        for (LinkModel link : tables.considered().egress() ? tables.links() : List.<LinkModel>of()) {
            int relation = link.relation(tables.position(position(tables, positions, link.from())),
                    tables.position(positions[link.to()]));
            mills += link.egressMills(relation);
            ExcessPrices.Price price = excess.any() ? excess.of(link, relation) : null;
            if (price != null) {
                sent[price.index()] += link.bytes();
            }
        }
        mills += excess.mills(sent);
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
