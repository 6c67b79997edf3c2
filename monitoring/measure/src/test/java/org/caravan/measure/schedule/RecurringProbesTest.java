package org.caravan.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.BERGEN_UNINETT;
import static org.caravan.measure.Sites.OHIO_AMAZON;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.measure.Sites;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class RecurringProbesTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    /** Four pairs of access points cross BKK's line; sixteen echoes with their answers are 3,328 bytes. */
    private static final long ROUND_OF_BKK = 4 * 3_328;

    private final LinkVolume spending = new LinkVolume();

    @Test
    void halfOfWhatTheBudgetAffordsIsSpreadOverTheTimeAlone() {
        Map<PathId, RecurringProbe> orders = orders(20 * ROUND_OF_BKK + 1);
        RecurringProbe metered = orders.get(new PathId(BERGEN_BKK, OHIO_AMAZON));
        assertThat(metered.rounds()).isEqualTo(10);
        assertThat(metered.every()).isEqualTo(Duration.ofSeconds(360));
        RecurringProbe unmetered = orders.get(new PathId(BERGEN_UNINETT, OHIO_AMAZON));
        assertThat(unmetered.rounds()).isEqualTo(360);
        assertThat(unmetered.every()).isEqualTo(TEN_SECONDS);
    }

    @Test
    void whatWasSpentOfTheDayIsNotSpentAgain() {
        spending.add(NOON.minusSeconds(3_600), new PathId(OHIO_AMAZON, BERGEN_BKK), new Bytes(6 * ROUND_OF_BKK), 4);
        assertThat(orders(20 * ROUND_OF_BKK).get(new PathId(BERGEN_BKK, OHIO_AMAZON)).rounds()).isEqualTo(7);
    }

    @Test
    void aSpentLineIsLeftAlone() {
        assertThat(orders(2 * ROUND_OF_BKK - 1).get(new PathId(BERGEN_BKK, OHIO_AMAZON)).rounds()).isZero();
    }

    @Test
    void whatALookoutOutOfReachMaySpendCountsUntilItCameBack() {
        spending.setAside("pi-b1", RecurringProbes.most(byMachine(20 * ROUND_OF_BKK).get("pi-b1")));
        assertThat(spending.bytes(AccessLink.of(BERGEN_BKK), NOON).value()).isEqualTo(10 * 3_328 * ordersOfBkk("pi-b1"));
        spending.settled("pi-b1");
        assertThat(spending.bytes(AccessLink.of(BERGEN_BKK), NOON).value()).isZero();
    }

    private long ordersOfBkk(String machineId) {
        return byMachine(20 * ROUND_OF_BKK).get(machineId).stream()
                .filter(order -> AccessLink.of(order.idle().path()).contains(AccessLink.of(BERGEN_BKK)))
                .count();
    }

    @Test
    void ofEachPairOneMachineSends() {
        Map<String, List<RecurringProbe>> byMachine = byMachine(10 * ROUND_OF_BKK);
        assertThat(byMachine).containsOnlyKeys("pi-b1", "aws-1", "pi-s1", "vantage-users");
        List<PathId> paths = byMachine.values().stream().flatMap(List::stream).map(order -> order.idle().path()).toList();
        assertThat(paths).hasSize(10).doesNotContainAnyElementsOf(paths.stream().map(PathId::reversed).toList());
    }

    private Map<PathId, RecurringProbe> orders(long budgetOfBkk) {
        Map<PathId, RecurringProbe> byPath = new TreeMap<>();
        byMachine(budgetOfBkk).values().forEach(orders -> orders.forEach(order -> byPath.put(order.idle().path(), order)));
        return byPath;
    }

    private Map<String, List<RecurringProbe>> byMachine(long budgetOfBkk) {
        ProbeSchedule schedule = ProbeSchedule.of(Sites.ALL, MachineAddresses.of(Sites.addresses()), ProbeSettings.DEFAULT);
        LinkBudgets budgets = new LinkBudgets(new TreeMap<>(Map.of(AccessLink.of(BERGEN_BKK), new Bytes(budgetOfBkk))), Optional.empty());
        return new RecurringProbes(schedule, budgets, spending, NOON).of(TEN_SECONDS, Duration.ofHours(1));
    }
}
