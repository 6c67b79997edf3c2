package org.caravan.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Calls of one request: a hop is made on behalf of the last hop before it that reached the component where it starts. An {@code async} hop
 * and all hops made on its behalf add no time to the answer. A {@code cached} hop, and all hops made on its behalf, are made on a miss
 * only. A {@code parallel} hop is made at the same time as the hop of its caller before it: of such hops, each with all that is made on its
 * behalf, the slowest counts. All latencies, loads and rates of requests use this class.
 *
 * <p>A latency is the sum over the hops of share × time. With parallel hops, the shares depend on the times; without them, those for any
 * times equal the least shares.
 */
public final class CallGraph {

    private static final int USERS = -1;
    /** Percentiles below use the mean, as those of paths. */
    private static final double LEAST_TAIL = 90;
    /** Percentiles known for paths: for requests up to the 95th, and above it. */
    private static final double PATH_TAIL = 95;
    private static final double MOST_TAIL = 99;

    private final List<Hop> hops;
    /** By hop: index of the hop on whose behalf it is made. */
    private final int[] callers;
    /** Hops made at the same time, by the first of them. */
    private final Map<Integer, List<Integer>> groups = new TreeMap<>(Comparator.reverseOrder());
    /** The same as arrays, the last group first. */
    private final int[][] arrays;
    private final boolean[] waits;

    /** @param hops of one request, in order */
    public CallGraph(List<Hop> hops) {
        this.hops = hops;
        this.callers = new int[hops.size()];
        this.waits = new boolean[hops.size()];
        Map<String, Integer> reached = new HashMap<>();
        Map<String, List<Integer>> newest = new HashMap<>();
        for (int hop = 0; hop < callers.length; hop++) {
            Hop made = hops.get(hop);
            callers[hop] = reached.getOrDefault(made.from(), USERS);
            waits[hop] = !made.called().async() && (callers[hop] == USERS || waits[callers[hop]]);
            String caller = callers[hop] + " " + made.from();
            if (!made.called().parallel() || !newest.containsKey(caller)) {
                newest.put(caller, new ArrayList<>());
                groups.put(hop, newest.get(caller));
            }
            newest.get(caller).add(hop);
            reached.put(made.to(), hop);
        }
        this.arrays = groups.values().stream().map(group -> group.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }

    /** How often a component is called per request. Without caches, which is frequent, no graph is needed. */
    static double calls(List<Hop> hops, String componentId) {
        long all = hops.stream().filter(hop -> hop.to().equals(componentId)).count();
        if (all == 0 || hops.stream().allMatch(hop -> hop.called().hits() == 0)) {
            return all;
        }
        double[] calls = new CallGraph(hops).calls();
        return IntStream.range(0, calls.length).filter(hop -> hops.get(hop).to().equals(componentId)).mapToDouble(hop -> calls[hop]).sum();
    }

    /** Whether the answer waits for several hops at the same time, so that shares depend on times. */
    public boolean parallel() {
        return groups.values().stream().anyMatch(group -> group.stream().filter(hop -> waits[hop]).count() > 1);
    }

    /** How often each hop is made per request, 0 to 1. */
    public double[] calls() {
        double[] calls = new double[callers.length];
        for (int hop = 0; hop < calls.length; hop++) {
            calls[hop] = (callers[hop] == USERS ? 1 : calls[callers[hop]]) * (1 - hops.get(hop).called().hits());
        }
        return calls;
    }

    /**
     * Least share of the time of each hop that is part of the mean latency, 0 to 1: 0 if the answer does not wait for it, otherwise its
     * calls, divided by the number of hops at the same time. A sum with these shares is at most the latency.
     */
    public double[] ofMean() {
        return least(chances());
    }

    /** Exact shares of the mean latency. @param times by hop, not negative */
    public double[] ofMean(double[] times) {
        return exact(chances(), times);
    }

    /**
     * Least share of the time of each hop that is part of a percentile: as {@link #ofMean} below the 90th. From the 90th on, caches count
     * as hits or as misses, see {@link #percentileOfHops}.
     *
     * @param percentile of the request, above 0 and below 100
     */
    public double[] ofPercentile(double percentile) {
        return least(chances(percentile));
    }

    /** Shares of a percentile. @param times by hop, not negative */
    public double[] ofPercentile(double percentile, double[] times) {
        return exact(chances(percentile), times);
    }

    /** Sum over the hops of share × time, in the unit of the times. */
    public static double latency(double[] shares, double[] times) {
        double sum = 0;
        for (int hop = 0; hop < times.length; hop++) {
            sum += shares[hop] * times[hop];
        }
        return sum;
    }

    /** By hop: how often it is made and waited for if its caller was. */
    private double[] chances() {
        double[] chances = new double[callers.length];
        Arrays.setAll(chances, hop -> waits[hop] ? 1 - hops.get(hop).called().hits() : 0);
        return chances;
    }

    private double[] chances(double percentile) {
        if (percentile < LEAST_TAIL) {
            return chances();
        }
        boolean[] cached = cached();
        boolean hit = countsHits(percentile);
        double[] chances = new double[callers.length];
        Arrays.setAll(chances, hop -> waits[hop] && !(cached[hop] && hit) ? 1 : 0);
        return chances;
    }

    /**
     * Percentile at which times of hops are needed, so that their sum is not below a percentile of the request. Where a share h of requests
     * hits all caches, it is the percentile divided by h. From the 90th on, caches count as hits if the statistic of paths for the
     * percentile, the 95th or the 99th, is not below that; otherwise as misses, and the percentile is that of the request.
     *
     * @param percentile of the request, above 0 and below 100
     */
    public double percentileOfHops(double percentile) {
        return percentile >= LEAST_TAIL && countsHits(percentile) ? percentile / hits() : percentile;
    }

    private boolean countsHits(double percentile) {
        return percentile / hits() <= (percentile <= PATH_TAIL ? PATH_TAIL : MOST_TAIL) || hits() == 1;
    }

    /** Share of requests that hit all outermost caches for which the answer waits, 0 to 1. */
    private double hits() {
        boolean[] cached = cached();
        double hits = 1;
        for (int hop = 0; hop < cached.length; hop++) {
            boolean outermost = cached[hop] && (callers[hop] == USERS || !cached[callers[hop]]);
            hits *= outermost && waits[hop] ? hops.get(hop).called().hits() : 1;
        }
        return hits;
    }

    /** Hops that a cache can replace, and those on their behalf. */
    private boolean[] cached() {
        boolean[] cached = new boolean[callers.length];
        for (int hop = 0; hop < cached.length; hop++) {
            cached[hop] = hops.get(hop).called().hits() > 0 || callers[hop] != USERS && cached[callers[hop]];
        }
        return cached;
    }

    private double[] least(double[] chances) {
        double[] shares = chances.clone();
        groups.values().forEach(group -> {
            long together = group.stream().filter(hop -> chances[hop] > 0).count();
            group.forEach(hop -> shares[hop] = together > 1 ? chances[hop] / together : chances[hop]);
        });
        return ofRequest(shares);
    }

    /** The slowest hop of a group counts if it is made, otherwise the next one. */
    private double[] exact(double[] chances, double[] times) {
        double[] shares = new double[callers.length];
        double[] whole = times.clone();
        // The last groups first: the times of all hops on behalf of their hops are known then.
        for (int[] group : arrays) {
            int[] slowest = group.length > 1 ? slowestFirst(group, whole) : group;
            double none = 1;
            for (int hop : slowest) {
                shares[hop] = none * chances[hop];
                none *= 1 - chances[hop];
                if (callers[hop] != USERS) {
                    whole[callers[hop]] += shares[hop] * whole[hop];
                }
            }
        }
        return ofRequest(shares);
    }

    /** Insertion sort: groups are small, and searches evaluate them for each move. */
    private static int[] slowestFirst(int[] group, double[] whole) {
        int[] sorted = group.clone();
        for (int i = 1; i < sorted.length; i++) {
            int hop = sorted[i];
            int place = i;
            for (; place > 0 && whole[sorted[place - 1]] < whole[hop]; place--) {
                sorted[place] = sorted[place - 1];
            }
            sorted[place] = hop;
        }
        return sorted;
    }

    /** Changes shares of the caller's time into shares of the request. */
    private double[] ofRequest(double[] shares) {
        for (int hop = 0; hop < shares.length; hop++) {
            shares[hop] *= callers[hop] == USERS ? 1 : shares[callers[hop]];
        }
        return shares;
    }
}
