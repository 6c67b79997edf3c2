package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.OHIO_AMAZON;
import static org.caravan.measure.Sites.SIMULA_KVANTEL;
import static org.caravan.measure.Sites.USERS_TELENOR;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sites;
import org.caravan.measure.Statistic;
import org.caravan.measure.schedule.FlowBudget.Choice;
import org.caravan.measure.schedule.FlowBudget.Priced;
import org.caravan.testing.Sample;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowBudgetTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Bytes MB_50 = new Bytes(50_000_000);
    private static final int SECONDS_OF_ROUND = 3_600 / Sample.of(4, 12);

    private final LinkVolume spending = new LinkVolume();
    private final List<Statistic> statistics = new ArrayList<>();
    private LinkBudgets budgets = new LinkBudgets(new TreeMap<>(), Optional.of(MB_50));
    private Duration idleEvery = Duration.ZERO;

    @Test
    void changedPathsGoBeforeUnmeasuredOnesAndOldOnesBeforeNewOnes() {
        flow(BERGEN_BKK, SIMULA_KVANTEL, 10e6, 600);
        flow(SIMULA_KVANTEL, BERGEN_BKK, 10e6, 3600);
        rtt(OHIO_AMAZON, BERGEN_BKK);

        assertThat(paths(choice(Set.of()), 1)).as("never measured").containsExactly(new PathId(BERGEN_BKK, OHIO_AMAZON));
        assertThat(paths(choice(Set.of(new PathId(BERGEN_BKK, SIMULA_KVANTEL))), 1))
                .containsExactly(new PathId(BERGEN_BKK, SIMULA_KVANTEL));

        statistics.removeIf(statistic -> statistic.path().toString().contains("ohio"));
        assertThat(paths(choice(Set.of()), 1)).as("the oldest").containsExactly(new PathId(SIMULA_KVANTEL, BERGEN_BKK));
    }

    @Test
    void aLinkWhoseDayIsSpentIsLeftAlone() {
        flow(BERGEN_BKK, SIMULA_KVANTEL, 10e6, 600);
        spending.add(NOON.minusSeconds(60), new PathId(BERGEN_BKK, USERS_TELENOR), new Bytes(48_000_000), 4);

        assertThat(choice(Set.of()).flows()).isEmpty();
        assertThat(choice(Set.of(), NOON.plus(Duration.ofHours(24))).flows()).as("a day later").isNotEmpty();
    }

    @Test
    void aPathTooWideForTheBudgetSaysSo() {
        flow(BERGEN_BKK, SIMULA_KVANTEL, 236e6, 600);
        flow(BERGEN_BKK, OHIO_AMAZON, 150e6, 600);
        flow(OHIO_AMAZON, BERGEN_BKK, 1e6, 60);
        flow(SIMULA_KVANTEL, BERGEN_BKK, 1e6, 60);

        Choice choice = choice(Set.of());
        assertThat(choice.unaffordable()).contains(new PathId(BERGEN_BKK, SIMULA_KVANTEL));
        assertThat(choice.flows()).extracting(priced -> priced.flow().path()).doesNotContain(new PathId(BERGEN_BKK, SIMULA_KVANTEL));
        assertThat(choice.flows()).filteredOn(priced -> priced.flow().path().equals(new PathId(BERGEN_BKK, OHIO_AMAZON)))
                .as("shortened").extracting(priced -> priced.flow().seconds()).containsExactly(2);
    }

    @Test
    void theBudgetOfALineHoldsBesideThatOfTheRun() {
        flow(BERGEN_BKK, SIMULA_KVANTEL, 10e6, 600);
        budgets = budgets(new Bytes(3_000_000));

        assertThat(choice(Set.of()).flows()).filteredOn(priced -> priced.flow().path().from().equals(BERGEN_BKK))
                .as("shortened to 2 s").extracting(priced -> priced.flow().seconds()).containsExactly(2);

        budgets = budgets(new Bytes(2_000_000));
        assertThat(choice(Set.of()).unaffordable()).contains(new PathId(BERGEN_BKK, SIMULA_KVANTEL));

        budgets = budgets(new Bytes(900_000_000));
        assertThat(budgets.of(AccessLink.of(BERGEN_BKK)).orElseThrow().bytes()).isEqualTo(MB_50);
    }

    @Test
    void aFlowEndsWhereItTakesFarMoreThanExpected() {
        rtt(BERGEN_BKK, SIMULA_KVANTEL);

        Priced first = choice(Set.of()).flows().get(0);
        assertThat(first.expected().value()).as("4 s of 20 Mbit/s and headers").isEqualTo(11_000_000);
        assertThat(first.flow().most()).contains(new Bytes(20_000_000));

        spending.add(NOON.minusSeconds(60), first.flow().path(), new Bytes(38_000_000), 4);
        assertThat(choice(Set.of()).flows().get(0).flow().most()).as("no more than is left").contains(new Bytes(10_909_091));
    }

    @Test
    void flowsLeaveTheIdleProbesTheirShare() {
        rtt(BERGEN_BKK, SIMULA_KVANTEL);
        idleEvery = Duration.ofMinutes(1);
        // Bergen's line of BKK has four pairs: 4 x 16 x 208 bytes x 1440 rounds are 19.2 MB.
        spending.add(NOON.minusSeconds(60), new PathId(BERGEN_BKK, USERS_TELENOR), new Bytes(27_000_000), 4);
        assertThat(choice(Set.of()).flows()).isEmpty();

        idleEvery = Duration.ZERO;
        assertThat(choice(Set.of()).flows()).isNotEmpty();
    }

    private static LinkBudgets budgets(Bytes ofBergen) {
        return new LinkBudgets(new TreeMap<>(Map.of(AccessLink.of(BERGEN_BKK), ofBergen)), Optional.of(MB_50));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void overTwoDaysNoLinkIsOverItsBudgetAndNoTwoFlowsShareOne(long seed) {
        Random random = new Random(seed);
        List<AccessPoint> points = List.of(BERGEN_BKK, SIMULA_KVANTEL, OHIO_AMAZON, USERS_TELENOR);
        points.forEach(from -> points.stream().filter(to -> !to.siteId().equals(from.siteId()))
                .forEach(to -> flow(from, to, 0.5e6 + random.nextInt(60_000_000), random.nextInt(90_000))));
        Map<AccessLink, List<long[]>> sent = new TreeMap<>();
        int flows = 0;
        for (Instant now = NOON; now.isBefore(NOON.plus(Duration.ofDays(2))); now = now.plusSeconds(SECONDS_OF_ROUND)) {
            Set<AccessLink> links = new HashSet<>();
            for (Priced priced : choice(Set.of(), now).flows()) {
                flows++;
                spending.add(now, priced.flow().path(), priced.expected(), priced.flow().seconds());
                for (AccessLink link : AccessLink.of(priced.flow().path())) {
                    assertThat(links.add(link)).as("one flow on %s", link).isTrue();
                    sent.computeIfAbsent(link, any -> new ArrayList<>()).add(new long[] {now.getEpochSecond(), priced.expected().value()});
                }
            }
        }
        assertThat(flows).isGreaterThan(10);
        sent.forEach((link, entries) -> entries.forEach(first -> assertThat(entries.stream()
                        .filter(entry -> entry[0] >= first[0] && entry[0] < first[0] + 86_400)
                        .mapToLong(entry -> entry[1]).sum())
                .as("any 24 h of %s", link).isLessThanOrEqualTo(MB_50.value())));
    }

    private Choice choice(Set<PathId> changed) {
        return choice(changed, NOON);
    }

    private Choice choice(Set<PathId> changed, Instant now) {
        ProbeSchedule schedule = ProbeSchedule.of(Sites.ALL, MachineAddresses.of(Sites.addresses()), ProbeSettings.DEFAULT);
        NetworkMatrix known = NetworkMatrixBuilder.build(statistics, Sites.ALL, now);
        return new FlowBudget(schedule, budgets, spending, idleEvery, now).of(known, changed);
    }

    private static List<PathId> paths(Choice choice, int first) {
        return choice.flows().stream().limit(first).map(priced -> priced.flow().path()).toList();
    }

    private void rtt(AccessPoint from, AccessPoint to) {
        statistics.add(new Statistic(new PathId(from, to), Quantity.IDLE_RTT, 9, 0, 9, 9, 16, NOON));
    }

    private void flow(AccessPoint from, AccessPoint to, double rate, long secondsOld) {
        rtt(from, to);
        statistics.add(new Statistic(new PathId(from, to), Quantity.THROUGHPUT, rate, 0, rate, rate, 1, NOON.minusSeconds(secondsOld)));
    }
}
