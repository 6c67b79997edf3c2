package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.unit.BitRate;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** What is kept of many paths has the best one for each wish among it. */
class ParetoPathsTest {

    @Test
    void noPathOfAllAddsLessToTheScoreThanTheOneThatIsChosen() {
        Random random = new Random(5);
        int dearer = 0;
        for (int round = 0; round < 2_000; round++) {
            List<PathChoice> all = IntStream.range(0, 1 + random.nextInt(8)).mapToObj(index -> choice(index, random)).toList();
            ParetoPaths paths = ParetoPaths.of(all);
            int bytes = random.nextInt(100_000);
            Traffic goal = new Traffic(random.nextInt(3), bytes, SlowStart.of(bytes));
            PathPreference wish = new PathPreference(new Traffic(1, 1_000), goal, random.nextDouble() * 300, 0.1 + random.nextDouble());
            PathChoice chosen = paths.best(wish).orElseThrow();
            if (all.stream().map(PathChoice::egress).distinct().count() > 1) {
                double least = all.stream().mapToDouble(choice -> points(choice, wish)).min().orElseThrow();
                boolean differ = ParetoPaths.of(all.stream().map(ParetoPathsTest::withoutTail).toList()).leastPrice() < dearest(all);
                assertThat(points(chosen, wish)).isCloseTo(differ ? least : points(chosen, wish),
                        org.assertj.core.data.Offset.offset(1e-6));
                dearer += chosen.egress().compareTo(all.stream().map(PathChoice::egress).min(DataPrice::compareTo).orElseThrow()) > 0 ? 1
                        : 0;
            }
            assertThat(paths.leastMilliseconds(goal, RttStatistic.P95))
                    .isLessThanOrEqualTo(all.stream().mapToDouble(choice -> choice.milliseconds(goal, RttStatistic.P95)).min()
                            .orElseThrow() + 1e-9);
            assertThat(paths.leastPrice()).isEqualTo(all.stream().mapToDouble(choice -> choice.egress().value()).min().orElseThrow());
        }
        assertThat(dearer).as("time is sometimes worth its money").isGreaterThan(100);
    }

    @Test
    void whoMindsNoMoneyTakesTheSoonest() {
        PathChoice near = choice(0, 10, 0, 90_000);
        PathChoice cheap = choice(1, 30, 0, 0);
        ParetoPaths paths = ParetoPaths.of(List.of(cheap, near));

        assertThat(paths.size()).isEqualTo(2);
        Traffic one = new Traffic(1, 0);
        assertThat(paths.best(new PathPreference(one))).contains(near);
        assertThat(paths.best(new PathPreference(one, one, 100, 0))).contains(near);
        // 100 GiB at 0.09 EUR are 9 EUR, or 900 points; 20 ms are 2000, or 200 at weight 0.1.
        assertThat(paths.best(new PathPreference(one, one, 100, 1))).contains(near);
        assertThat(paths.best(new PathPreference(one, one.times(0.1), 100, 1))).contains(cheap);
        assertThat(paths.best(new PathPreference(one, Traffic.NONE, 100, 1))).contains(cheap);
        assertThat(ParetoPaths.of(List.of(choice(0, 10, 0, 5), choice(1, 30, 0, 5))).size()).isEqualTo(1);
    }

    /** The highest price of those that are the best by mean times. */
    private static double dearest(List<PathChoice> all) {
        ParetoPaths byMean = ParetoPaths.of(all.stream().map(ParetoPathsTest::withoutTail).toList());
        return IntStream.range(0, byMean.size()).mapToDouble(byMean::price).max().orElseThrow();
    }

    private static PathChoice withoutTail(PathChoice choice) {
        return new PathChoice(choice.path(), choice.meanRtt(), choice.meanRtt(), choice.throughput(), choice.measured(), "measured",
                choice.egress());
    }

    @Test
    void whatIsTheBestByItsTailAloneIsKeptBehind() {
        PathChoice near = new PathChoice(choice(0, 10, 0, 0).path(), new Millis(10), new Millis(90), Optional.empty(), "measured");
        PathChoice steady = new PathChoice(choice(1, 12, 0, 0).path(), new Millis(12), new Millis(13), Optional.empty(), "measured");
        PathChoice neither = new PathChoice(choice(2, 13, 0, 0).path(), new Millis(13), new Millis(14), Optional.empty(), "measured");
        ParetoPaths paths = ParetoPaths.of(List.of(neither, steady, near));
        assertThat(IntStream.range(0, paths.size()).mapToObj(paths::choice)).containsExactly(near, steady);
        assertThat(paths.best(new PathPreference(new Traffic(1, 0)))).contains(near);
        assertThat(paths.leastMilliseconds(new Traffic(2, 0), RttStatistic.P95)).isEqualTo(26);
    }

    private static double points(PathChoice choice, PathPreference wish) {
        return wish.points(choice.milliseconds(wish.goal(), RttStatistic.MEAN), choice.egress().value());
    }

    private static PathChoice choice(int index, Random random) {
        return choice(index, 1 + random.nextInt(60), random.nextInt(4) * 10, random.nextInt(4) * 30_000L);
    }

    /** @param megabits 0 where unknown @param price millionths of a euro per GiB */
    private static PathChoice choice(int index, double rtt, int megabits, long price) {
        List<AccessPoint> ends = new ArrayList<>();
        ends.add(new AccessPoint("oslo", "A" + index, IpFamily.IPV4));
        ends.add(new AccessPoint("bergen", "B", IpFamily.IPV4));
        Optional<BitRate> rate = megabits == 0 ? Optional.empty() : Optional.of(BitRate.ofMbps(megabits));
        return new PathChoice(new PathId(ends.get(0), ends.get(1)), new Millis(rtt), new Millis(rtt + (index * 7) % 5), rate, true,
                "measured", new DataPrice(price));
    }
}
