package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.OHIO_AMAZON;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;
import static org.caravan.measure.Sites.USERS_TELENOR;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.measure.Sites;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleProbePlanTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final long MEASUREMENT = 3_328;
    private static final LinkBudgets PLENTY = budgets(50_000_000);

    private static LinkBudgets budgets(long bytes) {
        return new LinkBudgets(new TreeMap<>(), Optional.of(new Bytes(bytes)));
    }

    private static LinkBudgets declared(AccessLink link, long bytes) {
        return new LinkBudgets(new TreeMap<>(Map.of(link, new Bytes(bytes))), PLENTY.ofRun());
    }

    private static List<PathId> paths() {
        return ProbeSchedule.of(Sites.ALL, MachineAddresses.of(Sites.addresses()), ProbeSettings.DEFAULT).measuredPaths();
    }

    /** The path between these points in the direction in which it is measured. */
    private static PathId measured(AccessPoint one, AccessPoint other) {
        PathId path = new PathId(one, other);
        return paths().contains(path) ? path : path.reversed();
    }

    private static IdleProbePlan plan(LinkBudgets budgets, PathId... used) {
        return new IdleProbePlan(paths(), List.of(used), budgets, MINUTE, 16);
    }

    @Test
    void pathsInUseAreMeasuredEachPeriodAndOthersInEachFifth() {
        PathId used = new PathId(BERGEN_BKK, SIMULA_KVANTEL);
        Map<PathId, Duration> intervals = new TreeMap<>(plan(PLENTY, used).intervals());

        assertThat(intervals).hasSize(10);
        assertThat(intervals.get(used.reversed())).as("measured in the other direction").isEqualTo(MINUTE);
        intervals.remove(used.reversed());
        assertThat(intervals.values()).containsOnly(MINUTE.multipliedBy(5));
    }

    @Test
    void aSmallBudgetOfOneLinkLengthensTheIntervalsOfItsPathsOnly() {
        AccessLink metered = AccessLink.of(BERGEN_BKK);
        LinkBudgets budgets = declared(metered, 80 * MEASUREMENT);
        PathId used = measured(BERGEN_BKK, SIMULA_KVANTEL);
        IdleProbePlan plan = plan(budgets, used);

        // Half of 80 measurements: three quarters for the path in use, the others share the rest.
        assertThat(plan.intervals().get(used)).isEqualTo(DAY.dividedBy(30));
        assertThat(plan.intervals().get(measured(BERGEN_BKK, OHIO_AMAZON))).isEqualTo(DAY.dividedBy(3));
        assertThat(plan.intervals().get(measured(OHIO_AMAZON, SIMULA_KVANTEL))).isEqualTo(MINUTE.multipliedBy(5));
        assertThat(plan.links()).filteredOn(link -> link.link().equals(metered)).containsExactly(new IdleProbePlan.LinkPlan(metered, 4, 1,
                new Bytes(39 * MEASUREMENT), new Bytes(80 * MEASUREMENT), DAY.dividedBy(3)));
    }

    @Test
    void aBudgetBelowOneMeasurementADayLeavesPathsOut() {
        AccessLink metered = AccessLink.of(BERGEN_BKK);
        IdleProbePlan plan = plan(declared(metered, MEASUREMENT));

        assertThat(plan.intervals().keySet()).hasSize(6).noneMatch(path -> AccessLink.of(path).contains(metered));
        assertThat(plan.links()).filteredOn(link -> link.link().equals(metered)).containsExactly(
                new IdleProbePlan.LinkPlan(metered, 0, 0, new Bytes(0), new Bytes(MEASUREMENT), Duration.ZERO));
    }

    @Test
    void pathsInUseComeFirstThenThoseNeverMeasuredThenTheOldest() {
        PathId used = measured(BERGEN_BKK, SIMULA_KVANTEL);
        PathId old = measured(OHIO_AMAZON, SIMULA_KVANTEL);
        IdleProbePlan plan = plan(PLENTY, used);
        Map<PathId, Instant> last = new HashMap<>();
        paths().forEach(path -> last.put(path, NOON.minus(Duration.ofMinutes(4))));
        last.put(old, NOON.minus(Duration.ofMinutes(6)));
        last.remove(measured(OHIO_AMAZON, USERS_TELENOR));

        assertThat(plan.due(last, any -> Long.MAX_VALUE, NOON)).containsExactly(used, measured(OHIO_AMAZON, USERS_TELENOR), old);
        assertThat(plan.due(last, link -> link.equals(AccessLink.of(SIMULA_KVANTEL)) ? 3 * MEASUREMENT : Long.MAX_VALUE, NOON))
                .as("each may be repeated twice").containsExactly(used, measured(OHIO_AMAZON, USERS_TELENOR));
        assertThat(plan.due(last, any -> 0, NOON)).isEmpty();
    }

    @Test
    void pathsThatAreNotMeasuredAndNoPathsAtAllChangeNothing() {
        PathId unknown = new PathId(new AccessPoint("nowhere", "isp", IpFamily.IPV4), BERGEN_BKK);
        assertThat(plan(PLENTY, unknown).intervals()).isEqualTo(plan(PLENTY).intervals());
        IdleProbePlan none = new IdleProbePlan(List.of(), List.of(unknown), PLENTY, MINUTE, 16);
        assertThat(none.intervals()).isEmpty();
        assertThat(none.links()).isEmpty();
        assertThat(none.due(Map.of(), any -> Long.MAX_VALUE, NOON)).isEmpty();
        assertThatThrownBy(() -> new IdleProbePlan(List.of(), List.of(), PLENTY, Duration.ZERO, 16)).hasMessageContaining("PT0S");
        LinkBudgets missing = new LinkBudgets(new TreeMap<>(), Optional.empty());
        assertThatThrownBy(() -> plan(missing)).hasMessageContaining("has no budget");
    }

    @Test
    void manyPathsShareTheMeasurementsOfAMinute() {
        List<PathId> many = pairs(200);
        IdleProbePlan plan = new IdleProbePlan(many, many.subList(0, 100), budgets(1_000_000_000_000L), MINUTE, 16);

        assertThat(plan.due(Map.of(), any -> Long.MAX_VALUE, NOON)).hasSize(IdleProbePlan.MOST_PER_MINUTE);
        double perMinute = plan.intervals().values().stream().mapToDouble(every -> 60.0 / every.toSeconds()).sum();
        assertThat(perMinute).isLessThanOrEqualTo(IdleProbePlan.MOST_PER_MINUTE).isGreaterThan(0.95 * IdleProbePlan.MOST_PER_MINUTE);
        assertThat(plan.intervals().get(many.get(0))).isEqualTo(MINUTE.multipliedBy(2));
    }

    private static List<PathId> pairs(int sites) {
        List<AccessPoint> points = IntStream.range(0, sites).mapToObj(i -> new AccessPoint("s" + i, "isp", IpFamily.IPV4)).sorted()
                .toList();
        List<PathId> pairs = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            for (int j = i + 1; j < sites; j++) {
                pairs.add(new PathId(points.get(i), points.get(j)));
            }
        }
        return pairs;
    }

    /** No link uses more than its budget in any 24 hours, even if each measurement is repeated twice, or its budget was used before. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noLinkExceedsItsBudgetInAnyDay(long seed) {
        Random random = new Random(seed);
        Days days = new Days(random, random.nextInt(4));
        for (int round = 0; round < 2 * 24 * 12; round++) {
            days.pass(Duration.ofMinutes(5).plusMillis(random.nextInt(3_000)));
            days.spent.forEach((link, ofLink) -> assertThat(days.lately(link)).as(link.toString())
                    .isLessThanOrEqualTo(days.plan.budget(link).value()));
        }
    }

    /** If no measurement is repeated, each path is measured again within its interval, and a period for each path that shares a link. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void eachPathIsMeasuredAgainWithinItsInterval(long seed) {
        Days days = new Days(new Random(seed), 1);
        Duration slack = days.period.multipliedBy(2L + days.paths.size());
        for (int round = 0; round < 2 * 24 * 12; round++) {
            days.pass(days.period);
            days.plan.intervals().forEach((path, interval) -> assertThat(days.last.getOrDefault(path, days.began)).as(path.toString())
                    .isAfterOrEqualTo(days.now.minus(interval).minus(slack)));
        }
    }

    /** Virtual days of standing measurements with a period of five minutes and random budgets. */
    private static final class Days {

        private final Duration period = Duration.ofMinutes(5);
        private final Instant began = NOON;
        private final Random random;
        private final int most;
        private final List<PathId> paths;
        private final IdleProbePlan plan;
        private final Map<PathId, Instant> last = new HashMap<>();
        private final Map<AccessLink, Deque<Map.Entry<Instant, Long>>> spent = new HashMap<>();
        private Instant now = NOON;

        /** @param most largest number of pings that a measurement takes, 0 for random */
        private Days(Random random, int most) {
            this.random = random;
            this.most = most;
            this.paths = pairs(3 + random.nextInt(8));
            TreeMap<AccessLink, Bytes> declared = new TreeMap<>();
            paths.forEach(path -> AccessLink.of(path).forEach(link -> declared.put(link,
                    new Bytes(6 * MEASUREMENT + (long) Math.exp(random.nextDouble() * Math.log(20e6))))));
            List<PathId> used = paths.stream().filter(path -> random.nextInt(4) == 0).toList();
            this.plan = new IdleProbePlan(paths, used, new LinkBudgets(declared, Optional.of(new Bytes(10_000_000))), period, 16);
        }

        private void pass(Duration time) {
            now = now.plus(time);
            plan.due(last, link -> plan.budget(link).value() - lately(link), now).forEach(path -> {
                last.put(path, now);
                long pings = most == 0 ? 1 + random.nextInt(3) : most;
                AccessLink.of(path).forEach(link -> spent.computeIfAbsent(link, any -> new ArrayDeque<>())
                        .addLast(Map.entry(now, pings * MEASUREMENT)));
            });
        }

        private long lately(AccessLink link) {
            Deque<Map.Entry<Instant, Long>> ofLink = spent.getOrDefault(link, new ArrayDeque<>());
            ofLink.removeIf(entry -> !entry.getKey().isAfter(now.minus(DAY)));
            return ofLink.stream().mapToLong(Map.Entry::getValue).sum();
        }
    }
}
