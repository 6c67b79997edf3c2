package org.caravan.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/**
 * Shares of hops beside an oracle that makes every call: it walks through the hops as a program would, once for each outcome of all caches,
 * and
 * knows nothing of shares.
 */
class CallGraphTest {

    private static final int GRAPHS = 500;
    private static final int REQUESTS = 4_000;

    /** One outcome of all caches. @param chance 0 to 1 @param waited time until the answer @param made by hop */
    private record Run(double chance, double waited, boolean[] made) {}

    /**
     * Exact unless a cache stands behind one of several calls at the same time: its mean counts there, so the slowest is underestimated.
     */
    @Test
    void theMeanIsThatOfAllRuns() {
        int exact = 0;
        int parallel = 0;
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            List<Hop> hops = hops(random);
            double[] times = times(hops, random);
            CallGraph graph = new CallGraph(hops);
            double mean = 0;
            double[] made = new double[hops.size()];
            for (Run run : runs(hops, times)) {
                mean += run.chance() * run.waited();
                for (int hop = 0; hop < made.length; hop++) {
                    made[hop] += run.made()[hop] ? run.chance() : 0;
                }
            }
            double told = sum(graph.ofMean(times), times);
            boolean same = Math.abs(told - mean) < 1e-9;
            assertThat(same || graph.parallel() && told < mean).as("graph " + seed + ": " + told + " of " + mean).isTrue();
            assertThat(sum(graph.ofMean(), times)).as("graph " + seed).isLessThanOrEqualTo(told + 1e-9);
            assertThat(graph.calls()).as("graph " + seed).containsExactly(made, within(1e-12));
            exact += same ? 1 : 0;
            parallel += graph.parallel() ? 1 : 0;
        }
        assertThat(exact).isGreaterThan(GRAPHS * 9 / 10);
        assertThat(parallel).isBetween(GRAPHS / 5, GRAPHS * 4 / 5);
    }

    /** Never too low; exact if few enough requests miss a cache. */
    @Test
    void aPercentileIsAnUpperEstimateOfThatOfAllRuns() {
        int exact = 0;
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            List<Hop> hops = hops(random);
            double[] times = times(hops, random);
            for (double percentile : new double[] {90, 95, 99}) {
                double upper = sum(new CallGraph(hops).ofPercentile(percentile, times), times);
                double all = percentile(runs(hops, times), percentile / 100);
                assertThat(upper).as("graph " + seed).isGreaterThanOrEqualTo(all - 1e-9);
                assertThat(sum(new CallGraph(hops).ofPercentile(percentile), times)).isLessThanOrEqualTo(upper + 1e-9);
                exact += Math.abs(upper - all) < 1e-9 ? 1 : 0;
            }
        }
        assertThat(exact).isGreaterThan(GRAPHS / 2);
    }

    /** Hops take exponential times, and caches hit by chance: at least the share of the percentile is answered within the sum. */
    @Test
    void aPercentileOfRandomTimesIsNotBelowThatOfTheRequests() {
        int hits = 0;
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            List<Hop> hops = hops(random).stream().map(hop -> hop.as(new Hop.Call(hop.called().async(), hop.called().cache()))).toList();
            double[] means = times(hops, random);
            double[] waited = IntStream.range(0, REQUESTS).mapToDouble(request -> waited(hops, means, random)).toArray();
            for (double percentile : new double[] {90, 92, 95, 96, 99}) {
                CallGraph graph = new CallGraph(hops);
                double needed = graph.percentileOfHops(percentile);
                hits += needed > percentile ? 1 : 0;
                double sum = sum(graph.ofPercentile(percentile), means) * -Math.log1p(-needed / 100);
                double within = Arrays.stream(waited).filter(time -> time <= sum).count() / (double) REQUESTS;
                double deviation = Math.sqrt(percentile / 100 * (1 - percentile / 100) / REQUESTS);
                assertThat(within).as("graph " + seed + " p" + percentile).isGreaterThan(percentile / 100 - 4 * deviation);
            }
        }
        assertThat(hits).isPositive();
    }

    @Test
    void hitsLeaveAMarginForSlowHops() {
        CallGraph often = cached(0.96);
        assertThat(often.ofPercentile(95)).as("misses alone use four fifths of it").containsExactly(1, 1);
        assertThat(often.percentileOfHops(95)).isEqualTo(95);
        assertThat(often.ofPercentile(90)).containsExactly(1, 0);
        assertThat(often.percentileOfHops(90)).isCloseTo(93.75, within(1e-9));
        assertThat(cached(0.9).ofPercentile(90)).containsExactly(1, 1);
        assertThat(cached(1).ofPercentile(99.9)).containsExactly(1, 0);
        assertThat(cached(1).percentileOfHops(99.9)).isEqualTo(99.9);
    }

    private static CallGraph cached(double hits) {
        return new CallGraph(List.of(hop("users", "a"), hop("a", "b").as(new Hop.Call(false, Optional.of(new Hop.Cache(hits,
                Optional.empty()))))));
    }

    /** Time until the answer of one request. */
    private static double waited(List<Hop> hops, double[] means, Random random) {
        boolean[] hit = new boolean[means.length];
        double[] times = new double[means.length];
        for (int hop = 0; hop < means.length; hop++) {
            hit[hop] = random.nextDouble() < hops.get(hop).called().hits();
            times[hop] = -means[hop] * Math.log1p(-random.nextDouble());
        }
        return run(hops, times, hit, 1).waited();
    }

    @Test
    void ofCallsAtTheSameTimeTheSlowestCounts() {
        Hop.Call parallel = new Hop.Call(false, true, Optional.empty());
        CallGraph graph = new CallGraph(List.of(hop("users", "a"), hop("a", "b"), hop("a", "c").as(parallel), hop("c", "d"), hop("a",
                "e")));
        assertThat(graph.ofMean(new double[] {1, 10, 6, 5, 2})).containsExactly(1, 0, 1, 1, 1);
        assertThat(graph.ofMean(new double[] {1, 12, 6, 5, 2})).containsExactly(1, 1, 0, 0, 1);
        assertThat(graph.ofMean()).containsExactly(1, 0.5, 0.5, 0.5, 1);
    }

    private static double[] times(List<Hop> hops, Random random) {
        return IntStream.range(0, hops.size()).mapToDouble(hop -> 1 + random.nextInt(100)).toArray();
    }

    @Test
    void belowTheNinetiethTheMeanCounts() {
        CallGraph graph = new CallGraph(List.of(hop("users", "a").as(new Hop.Call(false, Optional.of(new Hop.Cache(0.75,
                Optional.empty()))))));
        assertThat(graph.ofPercentile(50)).containsExactly(0.25);
        assertThat(graph.ofPercentile(90)).containsExactly(1);
    }

    @Test
    void plainHopsCountWhole() {
        CallGraph graph = new CallGraph(List.of(hop("users", "a"), hop("a", "b"), hop("c", "b")));
        assertThat(graph.ofMean()).containsExactly(1, 1, 1);
        assertThat(graph.ofPercentile(95)).containsExactly(1, 1, 1);
        assertThat(graph.calls()).containsExactly(1, 1, 1);
    }

    /** A component that is reached twice calls on behalf of the call that reached it last. */
    @Test
    void aCallIsMadeOnBehalfOfTheLastOneThatReachedItsCaller() {
        Hop.Call async = new Hop.Call(true, Optional.empty());
        CallGraph graph = new CallGraph(List.of(hop("users", "a"), hop("a", "b").as(async), hop("b", "c"), hop("a", "b"), hop("b", "c")));
        assertThat(graph.ofMean()).containsExactly(1, 0, 0, 1, 1);
        assertThat(graph.calls()).containsOnly(1);
    }

    private static double sum(double[] shares, double[] times) {
        return IntStream.range(0, times.length).mapToDouble(hop -> shares[hop] * times[hop]).sum();
    }

    private static double percentile(List<Run> runs, double share) {
        double below = 0;
        for (Run run : runs.stream().sorted(Comparator.comparingDouble(Run::waited)).toList()) {
            below += run.chance();
            if (below >= share - 1e-12) {
                return run.waited();
            }
        }
        throw new AssertionError("the chances are " + below);
    }

    private static List<Run> runs(List<Hop> hops, double[] times) {
        List<Integer> cached = IntStream.range(0, hops.size()).filter(hop -> hops.get(hop).called().cache().isPresent()).boxed().toList();
        List<Run> runs = new ArrayList<>();
        for (int outcome = 0; outcome < 1 << cached.size(); outcome++) {
            double chance = 1;
            boolean[] hit = new boolean[hops.size()];
            for (int i = 0; i < cached.size(); i++) {
                hit[cached.get(i)] = (outcome >> i & 1) == 1;
                double hits = hops.get(cached.get(i)).called().hits();
                chance *= hit[cached.get(i)] ? hits : 1 - hits;
            }
            runs.add(run(hops, times, hit, chance));
        }
        return runs;
    }

    /** Follows the hops in order to find who makes which call, then runs the program of each call. */
    private static Run run(List<Hop> hops, double[] times, boolean[] hit, double chance) {
        TreeMap<String, Program> last = new TreeMap<>();
        Program users = new Program(0);
        boolean[] made = new boolean[hops.size()];
        for (int index = 0; index < times.length; index++) {
            Hop hop = hops.get(index);
            Program caller = last.getOrDefault(hop.from(), hop.fromUsers() ? users : users.of(hop.from()));
            Program called = new Program(times[index]);
            called.made = caller.made && !hit[index];
            made[index] = called.made;
            caller.step(called, hop.called());
            last.put(hop.to(), called);
        }
        return new Run(chance, users.waited() + users.others.values().stream().mapToDouble(Program::waited).sum(), made);
    }

    /** What a component does for one call: steps one after the other, each with the calls that it makes at once. */
    private static final class Program {

        private final double own;
        private final List<List<Program>> steps = new ArrayList<>();
        private final TreeMap<String, Program> others = new TreeMap<>();
        private boolean made = true;
        private boolean unwaited;

        Program(double own) {
            this.own = own;
        }

        /** Callers that no hop reaches. */
        Program of(String component) {
            return others.computeIfAbsent(component, any -> new Program(0));
        }

        void step(Program called, Hop.Call call) {
            called.unwaited = call.async();
            if (!call.parallel() || steps.isEmpty()) {
                steps.add(new ArrayList<>());
            }
            steps.get(steps.size() - 1).add(called);
        }

        double waited() {
            return !made || unwaited ? 0
                    : own + steps.stream().mapToDouble(step -> step.stream().mapToDouble(Program::waited).max().orElse(0)).sum();
        }
    }

    private static List<Hop> hops(Random random) {
        List<Hop> hops = new ArrayList<>(List.of(hop("users", "c0")));
        int count = 1 + random.nextInt(9);
        for (int i = 0; i < count; i++) {
            String from = hops.get(random.nextInt(hops.size())).to();
            Hop.Call call = new Hop.Call(random.nextInt(5) == 0, random.nextInt(3) == 0, random.nextInt(4) > 0 ? Optional.empty()
                    : Optional.of(new Hop.Cache(random.nextBoolean() ? 0.99 : (1 + random.nextInt(99)) / 100.0,
                    Optional.of(new Millis(5_000)))));
            hops.add(hop(from, "c" + (1 + random.nextInt(5))).as(call));
        }
        return hops;
    }

    private static Hop hop(String from, String to) {
        return new Hop(from, to, 1, new Bytes(1));
    }
}
