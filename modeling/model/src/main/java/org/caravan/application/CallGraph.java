package org.caravan.application;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of one request: a hop is made on behalf of the last hop before it that reached the component where it starts. An {@code async} hop and
 * all hops made on its behalf add no time to the answer. A {@code cached} hop, and all hops made on its behalf, are made on a miss only. All
 * latencies, loads and rates of requests use these factors.
 */
public final class CallGraph {

    private static final int USERS = -1;
    /** Percentiles below use the mean, as those of paths. */
    private static final double LEAST_TAIL = 90;

    private final List<Hop> hops;
    /** By hop: index of the hop on whose behalf it is made. */
    private final int[] callers;

    /** @param hops of one request, in order */
    public CallGraph(List<Hop> hops) {
        this.hops = hops;
        this.callers = new int[hops.size()];
        Map<String, Integer> reached = new HashMap<>();
        for (int hop = 0; hop < callers.length; hop++) {
            callers[hop] = reached.getOrDefault(hops.get(hop).from(), USERS);
            reached.put(hops.get(hop).to(), hop);
        }
    }

    /** How often each hop is made per request, 0 to 1. */
    public double[] calls() {
        double[] calls = new double[callers.length];
        for (int hop = 0; hop < calls.length; hop++) {
            calls[hop] = (callers[hop] == USERS ? 1 : calls[callers[hop]]) * (1 - hops.get(hop).call().hits());
        }
        return calls;
    }

    /** Share of the time of each hop that is part of the mean latency, 0 to 1: 0 if the answer does not wait for it, otherwise its calls. */
    public double[] ofMean() {
        double[] shares = calls();
        boolean[] waits = waits();
        Arrays.setAll(shares, hop -> waits[hop] ? shares[hop] : 0);
        return shares;
    }

    /**
     * Share of the time of each hop that is part of a percentile: 0 or 1 from the 90th on, and as {@link #ofMean} below. Caches count as hits if
     * the share of requests that hit all of them is at least the percentile, otherwise as misses, so the result is an upper estimate.
     *
     * @param percentile above 0 and below 100
     */
    public double[] ofPercentile(double percentile) {
        if (percentile < LEAST_TAIL) {
            return ofMean();
        }
        boolean[] waits = waits();
        boolean[] cached = new boolean[callers.length];
        double hits = 1;
        for (int hop = 0; hop < cached.length; hop++) {
            boolean within = callers[hop] != USERS && cached[callers[hop]];
            boolean outermost = !within && hops.get(hop).call().hits() > 0;
            hits *= outermost && waits[hop] ? hops.get(hop).call().hits() : 1;
            cached[hop] = within || outermost;
        }
        boolean hit = hits >= percentile / 100;
        double[] shares = new double[callers.length];
        Arrays.setAll(shares, hop -> waits[hop] && !(cached[hop] && hit) ? 1 : 0);
        return shares;
    }

    private boolean[] waits() {
        boolean[] waits = new boolean[callers.length];
        for (int hop = 0; hop < waits.length; hop++) {
            waits[hop] = !hops.get(hop).call().async() && (callers[hop] == USERS || waits[callers[hop]]);
        }
        return waits;
    }
}
