package org.caravan.solver.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DirectMappedCache;
import org.caravan.solver.model.ParallelCalls;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.ServiceLeg;

/**
 * Incremental latencies of request paths in microseconds, updated as instances move. For replicated components, the slowest pair of a hop
 * counts.
 */
final class RequestLatency {

    /** Service time of one hop. @param micros one element: the current part of the latency */
    private record Served(RequestPath requestPath, ServiceLeg leg, long[] micros) {}

    private final RequestHop[][] hopsOf;
    private final int[] relationOf;
    private final long[] micros;
    /** By leg; included in the latency of its request path. */
    private final long[] microsOfLeg;
    /** By leg: offset of its first hop among the hops of all legs; one additional entry marks the end. */
    private final int[] firstOf;
    /** By link: offsets of its hops. */
    private final int[][] placesOf;
    /** By offset. */
    private final long[] microsOfHop;
    private final DirectMappedCache computed;
    /** By instance, of those in {@link #servedBy}; {@link Position#NONE} if it is not placed. */
    private final int[] platformOf;
    /** By host. */
    private final int[] platforms;
    /** By instance; empty if all hosts are equally fast. */
    private final Map<Integer, Served[]> servedBy = new HashMap<>();

    /** @param relationOf by link; read whenever {@link #related} is called */
    RequestLatency(CompiledProblem tables, int[] relationOf) {
        this(tables, tables.requestPaths(), tables.hopsOf(), tables.hopsOfLeg(), relationOf);
    }

    /** @param hopsOf by link @param hopsOfLeg by leg, the same hops */
    RequestLatency(CompiledProblem tables, List<RequestPath> requestPaths, RequestHop[][] hopsOf, RequestHop[][] hopsOfLeg,
            int[] relationOf) {
        this.hopsOf = hopsOf;
        this.relationOf = relationOf;
        this.micros = new long[requestPaths.size()];
        this.platformOf = new int[tables.instances().size()];
        this.platforms = tables.positions().stream().limit(tables.hosts()).mapToInt(Position::platform).toArray();
        Arrays.fill(platformOf, Position.NONE);
        serve(requestPaths);
        this.microsOfLeg = new long[hopsOfLeg.length];
        this.firstOf = new int[hopsOfLeg.length + 1];
        this.placesOf = new int[hopsOf.length][];
        for (int link = 0; link < hopsOf.length; link++) {
            placesOf[link] = new int[hopsOf[link].length];
        }
        for (int leg = 0; leg < hopsOfLeg.length; leg++) {
            firstOf[leg + 1] = firstOf[leg] + hopsOfLeg[leg].length;
        }
        RequestHop[] hops = new RequestHop[firstOf[hopsOfLeg.length]];
        for (int leg = 0; leg < hopsOfLeg.length; leg++) {
            for (int i = 0; i < hopsOfLeg[leg].length; i++) {
                put(hops, hopsOfLeg[leg][i], firstOf[leg] + i);
            }
        }
        this.microsOfHop = new long[hops.length];
        this.computed = new DirectMappedCache(hops.length, (place, relation) -> hops[place].micros(relation));
        requestPaths.forEach(requestPath -> requestPath.parallel().ifPresent(calls -> micros[requestPath.index()] = together(calls)));
    }

    private void serve(List<RequestPath> requestPaths) {
        Map<Integer, List<Served>> byInstance = new HashMap<>();
        requestPaths.forEach(requestPath -> requestPath.served().forEach(leg -> {
            Served served = new Served(requestPath, leg, new long[1]);
            leg.instances().forEach(instance -> byInstance.computeIfAbsent(instance.index(), any -> new ArrayList<>()).add(served));
        }));
        byInstance.forEach((instance, legs) -> servedBy.put(instance, legs.toArray(Served[]::new)));
    }

    /** Latency of calls some of which are made at the same time. */
    private long together(ParallelCalls calls) {
        return calls.micros(this::slowest, instance -> platformOf[instance]);
    }

    /** A hop without links has no leg. */
    private long slowest(int leg) {
        return leg < microsOfLeg.length ? microsOfLeg[leg] : 0;
    }

    private void put(RequestHop[] hops, RequestHop hop, int place) {
        hops[place] = hop;
        RequestHop[] ofLink = hopsOf[hop.link().index()];
        for (int i = 0; i < ofLink.length; i++) {
            if (ofLink[i] == hop) {
                placesOf[hop.link().index()][i] = place;
            }
        }
    }

    long of(RequestPath requestPath) {
        return micros[requestPath.index()];
    }

    /**
     * Updates service times after an instance was placed, moved or removed. @param positionOf by instance @return change of the hard
     * penalty of all request paths
     */
    long served(int instance, int[] positionOf) {
        Served[] legs = servedBy.isEmpty() ? null : servedBy.get(instance);
        if (legs == null) {
            return 0;
        }
        platformOf[instance] = positionOf[instance] == Position.NONE ? Position.NONE : platforms[positionOf[instance]];
        long missed = 0;
        for (Served served : legs) {
            long now = served.leg().micros(other -> platformOf[other]);
            if (now != served.micros()[0]) {
                RequestPath requestPath = served.requestPath();
                missed -= requestPath.missedBy(of(requestPath));
                micros[requestPath.index()] = requestPath.parallel().isPresent() ? together(requestPath.parallel().get())
                        : micros[requestPath.index()] + now - served.micros()[0];
                served.micros()[0] = now;
                missed += requestPath.missedBy(of(requestPath));
            }
        }
        return missed;
    }

    /** Latency of a request path with parallel calls beyond the part that is a sum over its hops, in microseconds. */
    long beyondLinear(RequestPath requestPath) {
        ParallelCalls calls = requestPath.parallel().orElseThrow();
        return Math.max(0, of(requestPath) - calls.linearMicros(this::slowest, instance -> platformOf[instance]));
    }

    /**
     * Updates the latencies after the hosts at the ends of a link have changed. @return change of the hard penalty of all request paths
     */
    long related(int link) {
        long missed = 0;
        RequestHop[] hops = hopsOf[link];
        int relation = relationOf[link];
        for (int i = 0; i < hops.length; i++) {
            int place = placesOf[link][i];
            long now = relation == Position.NONE ? 0 : computed.of(place, relation);
            if (now != microsOfHop[place]) {
                microsOfHop[place] = now;
                missed += lasts(hops[i]);
            }
        }
        return missed;
    }

    /** Updates the leg of a hop whose latency has changed. @return change of the hard penalty */
    private long lasts(RequestHop hop) {
        RequestPath requestPath = hop.requestPath();
        int leg = hop.leg().index();
        long slowest = 0;
        for (int place = firstOf[leg]; place < firstOf[leg + 1]; place++) {
            slowest = Math.max(slowest, microsOfHop[place]);
        }
        long missed = requestPath.missedBy(of(requestPath));
        long change = slowest - microsOfLeg[leg];
        microsOfLeg[leg] = slowest;
        micros[requestPath.index()] = requestPath.parallel().isPresent() ? together(requestPath.parallel().get())
                : micros[requestPath.index()] + change;
        return requestPath.missedBy(of(requestPath)) - missed;
    }
}
