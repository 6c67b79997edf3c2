package org.caravan.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
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
 * Shares of hops beside an oracle that makes every call: it walks through the hops as a program would, once for each outcome of all caches, and
 * knows nothing of shares.
 */
class CallGraphTest {

    private static final int GRAPHS = 500;

    /** One outcome of all caches. @param chance 0 to 1 @param waited time until the answer @param made by hop */
    private record Run(double chance, double waited, boolean[] made) {}

    @Test
    void theMeanIsThatOfAllRuns() {
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            List<Hop> hops = hops(random);
            double[] times = IntStream.range(0, hops.size()).mapToDouble(hop -> 1 + random.nextInt(100)).toArray();
            CallGraph graph = new CallGraph(hops);
            double mean = 0;
            double[] made = new double[hops.size()];
            for (Run run : runs(hops, times)) {
                mean += run.chance() * run.waited();
                for (int hop = 0; hop < made.length; hop++) {
                    made[hop] += run.made()[hop] ? run.chance() : 0;
                }
            }
            assertThat(sum(graph.ofMean(), times)).as("graph " + seed).isCloseTo(mean, within(1e-9));
            assertThat(graph.calls()).as("graph " + seed).containsExactly(made, within(1e-12));
        }
    }

    /** Never too low; exact if few enough requests miss a cache. */
    @Test
    void aPercentileIsAnUpperEstimateOfThatOfAllRuns() {
        int exact = 0;
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            List<Hop> hops = hops(random);
            double[] times = IntStream.range(0, hops.size()).mapToDouble(hop -> 1 + random.nextInt(100)).toArray();
            for (double percentile : new double[] {90, 95, 99}) {
                double upper = sum(new CallGraph(hops).ofPercentile(percentile), times);
                double all = percentile(runs(hops, times), percentile / 100);
                assertThat(upper).as("graph " + seed).isGreaterThanOrEqualTo(all - 1e-9);
                exact += Math.abs(upper - all) < 1e-9 ? 1 : 0;
            }
        }
        assertThat(exact).isGreaterThan(GRAPHS);
    }

    @Test
    void belowTheNinetiethTheMeanCounts() {
        CallGraph graph = new CallGraph(List.of(hop("users", "a").as(new Hop.Call(false, Optional.of(new Hop.Cache(0.75, Optional.empty()))))));
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
        List<Integer> cached = IntStream.range(0, hops.size()).filter(hop -> hops.get(hop).call().cache().isPresent()).boxed().toList();
        List<Run> runs = new ArrayList<>();
        for (int outcome = 0; outcome < 1 << cached.size(); outcome++) {
            double chance = 1;
            boolean[] hit = new boolean[hops.size()];
            for (int i = 0; i < cached.size(); i++) {
                hit[cached.get(i)] = (outcome >> i & 1) == 1;
                double hits = hops.get(cached.get(i)).call().hits();
                chance *= hit[cached.get(i)] ? hits : 1 - hits;
            }
            runs.add(run(hops, times, hit, chance));
        }
        return runs;
    }

    /** Follows the hops in order, as a trace of the request: who reached a component last, and whether the users wait for that. */
    private static Run run(List<Hop> hops, double[] times, boolean[] hit, double chance) {
        record Reached(boolean made, boolean waited) {}
        TreeMap<String, Reached> last = new TreeMap<>();
        double waited = 0;
        boolean[] made = new boolean[hops.size()];
        for (int index = 0; index < times.length; index++) {
            Hop hop = hops.get(index);
            Reached caller = last.getOrDefault(hop.from(), new Reached(true, true));
            made[index] = caller.made() && !hit[index];
            boolean waits = caller.waited() && !hop.call().async();
            waited += made[index] && waits ? times[index] : 0;
            last.put(hop.to(), new Reached(made[index], waits));
        }
        return new Run(chance, waited, made);
    }

    private static List<Hop> hops(Random random) {
        List<Hop> hops = new ArrayList<>(List.of(hop("users", "c0")));
        int count = 1 + random.nextInt(9);
        for (int i = 0; i < count; i++) {
            String from = hops.get(random.nextInt(hops.size())).to();
            Hop.Call call = new Hop.Call(random.nextInt(4) == 0, random.nextInt(3) > 0 ? Optional.empty()
                    : Optional.of(new Hop.Cache(random.nextBoolean() ? 0.99 : (1 + random.nextInt(99)) / 100.0, Optional.of(new Millis(5_000)))));
            hops.add(hop(from, "c" + (1 + random.nextInt(5))).as(call));
        }
        return hops;
    }

    private static Hop hop(String from, String to) {
        return new Hop(from, to, 1, new Bytes(1));
    }
}
