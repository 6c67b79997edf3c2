package org.caravan.solver.score;

import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DirectMappedCache;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestPath;

/**
 * Incremental latencies of request paths in microseconds, updated as instances move. For replicated components, the slowest pair of a hop
 * counts.
 */
final class RequestLatency {

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

    /** @param relationOf by link; read whenever {@link #related} is called */
    RequestLatency(CompiledProblem tables, int[] relationOf) {
        this(tables.requestPaths().size(), tables.hopsOf(), tables.hopsOfLeg(), relationOf);
    }

    /** @param hopsOf by link @param hopsOfLeg by leg, the same hops */
    RequestLatency(int requestPaths, RequestHop[][] hopsOf, RequestHop[][] hopsOfLeg, int[] relationOf) {
        this.hopsOf = hopsOf;
        this.relationOf = relationOf;
        this.micros = new long[requestPaths];
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
        micros[requestPath.index()] += slowest - microsOfLeg[leg];
        microsOfLeg[leg] = slowest;
        return requestPath.missedBy(of(requestPath)) - missed;
    }
}
