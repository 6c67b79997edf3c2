package org.caravan.measure.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Position;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.ValueSource;

/** On networks that are sums, with noise: what is known of them is known exactly. */
class BoundedRuleTest {

    private static final int SITES = 8;
    private static final int LINES = 3;

    private record Network(List<Observation> kept, List<Observation> held) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void sumsAreFoundAndBoundsHold(long seed) {
        Network network = sums(seed, 0.05);
        BoundedRule rule = new BoundedRule(network.kept(), observed -> new RttCoordinates(observed, BoundedRuleTest::position));

        int inside = 0;
        List<Double> errors = new ArrayList<>();
        for (Observation held : network.held()) {
            Estimate estimate = rule.estimate(held.from(), held.to()).orElseThrow();
            errors.add(Math.abs(estimate.value() - held.value()) / held.value());
            inside += Math.abs(estimate.value() - held.value()) <= estimate.bound() ? 1 : 0;
        }
        assertThat(errors.stream().sorted().toList().get(errors.size() / 2)).as("median error").isLessThan(0.08);
        assertThat((double) inside / network.held().size()).as("share inside the bound").isGreaterThan(0.85);
    }

    @Test
    void withoutNoiseASumIsExact() {
        Network network = sums(7, 0);
        RttCoordinates rule = new RttCoordinates(network.kept(), BoundedRuleTest::position);

        assertThat(network.held()).allSatisfy(held ->
                assertThat(rule.value(held.from(), held.to()).orElseThrow().value()).isCloseTo(held.value(), within(0.03 * held.value())));
    }

    @Test
    void distanceTellsOfSitesThatWereNeverPaired() {
        // Two islands of sites: nobody measured between them but for one pair.
        List<Observation> kept = new ArrayList<>(sums(3, 0).kept());
        kept.removeIf(seen -> seen.sites().contains("site-0") && seen.sites().contains("site-7"));
        RttCoordinates rule = new RttCoordinates(kept, BoundedRuleTest::position);

        Rule.Value far = rule.value(line(0, 0), line(7, 0)).orElseThrow();
        Rule.Value near = rule.value(line(0, 0), line(1, 0)).orElseThrow();
        assertThat(far.support()).isEqualTo(1);
        assertThat(near.support()).isEqualTo(2);
        assertThat(far.value()).isGreaterThan(near.value() + 40);
    }

    @Test
    void nothingIsSaidOfAnEndThatNobodyMeasured() {
        RttCoordinates rule = new RttCoordinates(sums(1, 0).kept(), BoundedRuleTest::position);

        assertThat(rule.value(line(0, 0), line(99, 0))).isEmpty();
        assertThat(new BoundedRule(List.of(), AccessLimits::new).estimate(line(0, 0), line(1, 0))).isEmpty();
    }

    @Test
    void throughputIsTheNarrowerLine() {
        List<Observation> flows = List.of(new Observation(line(0, 0), line(1, 0), 90e6), new Observation(line(2, 0), line(3, 0), 4e6),
                new Observation(line(2, 0), line(1, 0), 5e6));
        AccessLimits rule = new AccessLimits(flows);

        assertThat(rule.value(line(2, 0), line(3, 0)).orElseThrow()).isEqualTo(new Rule.Value(4e6, 2));
        assertThat(rule.value(line(0, 0), line(3, 0)).orElseThrow()).isEqualTo(new Rule.Value(4e6, 2));
        assertThat(rule.value(line(2, 0), line(7, 0)).orElseThrow()).isEqualTo(new Rule.Value(5e6, 1));
        assertThat(rule.value(line(7, 0), line(2, 0))).isEmpty();
        assertThat(new BoundedRule(flows, AccessLimits::new).estimate(line(0, 0), line(3, 0)).orElseThrow().bound())
                .as("three flows check nothing").isGreaterThanOrEqualTo(4e6);
    }

    /** Lines of 1 to 30 ms, 10 ms between neighbouring sites in a row; three of ten pairs are held out. */
    private static Network sums(long seed, double noise) {
        Random random = new Random(seed);
        double[][] lines = new double[SITES][LINES];
        for (double[] ofSite : lines) {
            for (int i = 0; i < LINES; i++) {
                ofSite[i] = 1 + 29 * random.nextDouble();
            }
        }
        Network network = new Network(new ArrayList<>(), new ArrayList<>());
        for (int one = 0; one < SITES * LINES; one++) {
            for (int other = one + 1; other < SITES * LINES; other++) {
                if (one / LINES != other / LINES) {
                    double sum = lines[one / LINES][one % LINES] + lines[other / LINES][other % LINES]
                            + 10.0 * (other / LINES - one / LINES);
                    Observation seen = new Observation(line(one / LINES, one % LINES), line(other / LINES, other % LINES),
                            sum * (1 + noise * random.nextGaussian()));
                    (random.nextInt(10) < 3 ? network.held() : network.kept()).add(seen);
                }
            }
        }
        return network;
    }

    /** In a row along the equator, so that the globe hardly bends: 1,000 km between neighbours. */
    private static Position position(String siteId) {
        return new Position(0, 9.0 * Integer.parseInt(siteId.substring(5)));
    }

    private static AccessPoint line(int site, int isp) {
        return new AccessPoint("site-" + site, "isp-" + isp, IpFamily.IPV4);
    }
}
