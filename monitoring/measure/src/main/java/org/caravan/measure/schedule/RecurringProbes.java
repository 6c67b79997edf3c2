package org.caravan.measure.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.ProbeOrder;
import org.caravan.unit.Bytes;

/**
 * Plans the idle measurements that machines repeat by themselves without contact to the server. Even if all machines measure for the
 * whole time, no access link exceeds half of its remaining budget. The other half stays for measurements that may continue
 * meanwhile. Measurements are evenly spaced, so that the last hour is covered as well as the first.
 */
public final class RecurringProbes {

    private static final int SHARE = 2;

    private final ProbeSchedule schedule;
    private final LinkBudgets budgets;
    private final LinkVolume spending;
    private final Instant now;

    public RecurringProbes(ProbeSchedule schedule, LinkBudgets budgets, LinkVolume spending, Instant now) {
        this.schedule = schedule;
        this.budgets = budgets;
        this.spending = spending;
        this.now = now;
    }

    /**
     * Returns the orders by id of the sending machine.
     *
     * @param every minimum interval between measurements
     * @param alone maximum time without contact; at most 24 h, the period of the budgets
     */
    public SortedMap<String, List<RecurringProbe>> of(Duration every, Duration alone) {
        Map<AccessLink, Long> bytes = schedule.idleBytes();
        SortedMap<String, List<RecurringProbe>> byMachine = new TreeMap<>();
        schedule.idleRounds().stream().flatMap(round -> round.orders().stream()).forEach(order -> {
            long rounds = AccessLink.of(order.path()).stream().mapToLong(link -> affordable(link, bytes.get(link))).min().orElse(0);
            byMachine.computeIfAbsent(order.from().machineId(), any -> new ArrayList<>())
                    .add(spread((ProbeOrder.IdleRtt) order, rounds, every, alone));
        });
        return byMachine;
    }

    /** Maximum number of bytes that these orders use on each access link. */
    public static Map<AccessLink, Bytes> most(List<RecurringProbe> orders) {
        Map<AccessLink, Bytes> sums = new TreeMap<>();
        orders.forEach(order -> AccessLink.of(order.idle().path()).forEach(
                link -> sums.merge(link, new Bytes(order.rounds() * ProbeBudgetLeft.idleBytes(order.idle().count())), Bytes::plus)));
        return sums;
    }

    private static RecurringProbe spread(ProbeOrder.IdleRtt idle, long affordable, Duration every, Duration alone) {
        long rounds = Math.min(affordable, alone.dividedBy(every));
        Duration spacing = rounds == 0 ? every : Duration.ofSeconds(-Math.floorDiv(-alone.toSeconds(), rounds));
        return new RecurringProbe(idle, spacing.compareTo(every) < 0 ? every : spacing, (int) rounds);
    }

    private long affordable(AccessLink link, long bytesOfRound) {
        return budgets.of(link)
                .map(budget -> Math.max(0, budget.bytes().value() - spending.bytes(link, now).value()) / SHARE / bytesOfRound)
                .orElse((long) Integer.MAX_VALUE);
    }
}
