package org.caravan.measure.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.unit.Bytes;

/**
 * Selects the flows to send now within the budgets of all access links they load. Paths that changed come first, then paths without a
 * measurement, then paths with the oldest measurement. A flow is shortened if that makes it fit. Each link carries at most one flow,
 * so that flows do not disturb each other. Up to half of each budget is reserved for the idle probes of a day, because without them a
 * failed link stays undetected.
 */
public final class FlowBudget {

    /** Assumed rate of a path without any estimate, bit/s. */
    static final double UNKNOWN_RATE = 20e6;

    /** Multiple of its expected bytes at which a flow is stopped, because the path differs from its estimate. */
    private static final double MOST = 2;

    /** Shortest flow that can saturate a path, s. */
    private static final int SHORTEST_SECONDS = 2;

    private final ProbeSchedule schedule;
    private final LinkBudgets budgets;
    private final LinkVolume spending;
    private final Map<AccessLink, Long> idleADay;
    private final Instant now;

    /** A flow and the bytes it is expected to use on each of its two links. */
    public record Priced(LoadedFlow flow, Bytes expected, boolean changed) {}

    /**
     * @param flows flows to send, most valuable first
     * @param unaffordable paths whose flow alone exceeds a day's budget; they keep their estimate
     */
    public record Choice(List<Priced> flows, List<PathId> unaffordable) {

        public Choice {
            flows = List.copyOf(flows);
            unaffordable = List.copyOf(unaffordable);
        }
    }

    /**
     * @param budgets must have a budget for every link
     * @param idleEvery interval of the scheduled idle probes; zero if none are scheduled
     */
    public FlowBudget(ProbeSchedule schedule, LinkBudgets budgets, LinkVolume spending, Duration idleEvery, Instant now) {
        this.schedule = schedule;
        this.budgets = budgets;
        this.spending = spending;
        this.idleADay = idleEvery.isZero() ? Map.of() : idleADay(schedule, idleEvery);
        this.now = now;
    }

    /** @param changed paths whose metrics have changed; see {@link org.caravan.measure.PathChanges} */
    public Choice of(NetworkMatrix known, Set<PathId> changed) {
        List<Priced> wanted = schedule.flowsOn(known.all().keySet()).stream()
                .filter(flow -> known.answered(flow.path()))
                .map(flow -> fitting(flow, rate(flow.path(), known), changed.contains(flow.path())))
                .sorted(Comparator.comparing((Priced priced) -> !priced.changed())
                        .thenComparing(priced -> measuredAt(known, priced.flow().path()).orElse(Instant.MIN))
                        .thenComparing(priced -> priced.flow().path()))
                .toList();
        List<Priced> flows = new ArrayList<>();
        List<PathId> unaffordable = new ArrayList<>();
        Set<AccessLink> loaded = new HashSet<>();
        for (Priced priced : wanted) {
            List<AccessLink> links = AccessLink.of(priced.flow().path());
            if (links.stream().anyMatch(link -> priced.expected().value() > ofFlows(link))) {
                unaffordable.add(priced.flow().path());
            } else if (links.stream().noneMatch(loaded::contains) && links.stream().allMatch(link -> fits(link, priced))) {
                loaded.addAll(links);
                flows.add(priced);
            }
        }
        return new Choice(flows, unaffordable);
    }

    private boolean fits(AccessLink link, Priced priced) {
        return priced.expected().value() <= left(link)
                && spending.seconds(link, now) + priced.flow().seconds() <= budget(link).busy().toSeconds();
    }

    /**
     * Returns the flow with its scheduled duration, or shortened to what both links can afford. The flow stops if it far exceeds its
     * expected bytes.
     */
    private Priced fitting(LoadedFlow flow, double rate, boolean changed) {
        long left = AccessLink.of(flow.path()).stream().mapToLong(this::left).min().orElseThrow();
        int seconds = flow.seconds();
        while (seconds > SHORTEST_SECONDS && bytes(rate, seconds) > left) {
            seconds--;
        }
        long expected = bytes(rate, seconds);
        long most = Math.max(0, Math.min(left, Math.round(expected * MOST)));
        LoadedFlow bounded = new LoadedFlow(flow.from(), flow.to(), seconds).atMost(ProbeBudgetLeft.payload(most));
        return new Priced(bounded, new Bytes(expected), changed);
    }

    private long left(AccessLink link) {
        return Math.min(
                budget(link).bytes().value() - spending.bytes(link, now).value(),
                ofFlows(link) - spending.flowBytes(link, now).value());
    }

    /** Bytes of a day's budget that are not reserved for idle probes. */
    private long ofFlows(AccessLink link) {
        long whole = budget(link).bytes().value();
        return whole - Math.min(whole / 2, idleADay.getOrDefault(link, 0L));
    }

    private static Map<AccessLink, Long> idleADay(ProbeSchedule schedule, Duration idleEvery) {
        Map<AccessLink, Long> bytes = new TreeMap<>(schedule.idleBytes());
        bytes.replaceAll((link, ofRound) -> ofRound * Duration.ofDays(1).toSeconds() / Math.max(1, idleEvery.toSeconds()));
        return bytes;
    }

    private ProbeBudget budget(AccessLink link) {
        return budgets.of(link).orElseThrow(() -> new IllegalArgumentException("access link " + link + " has no budget"));
    }

    private static long bytes(double rate, int seconds) {
        return Math.round(rate * seconds / 8 * ProbeBudgetLeft.OVERHEAD);
    }

    private static double rate(PathId path, NetworkMatrix known) {
        return known.path(path).flatMap(PathFigures::throughput).map(PathStatistic::mean).orElse(UNKNOWN_RATE);
    }

    private static Optional<Instant> measuredAt(NetworkMatrix known, PathId path) {
        return known.path(path)
                .flatMap(PathFigures::throughput)
                .filter(figure -> figure.origin() == PathStatistic.Origin.MEASURED)
                .map(PathStatistic::newest);
    }
}
