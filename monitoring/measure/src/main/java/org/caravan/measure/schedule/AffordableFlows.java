package org.caravan.measure.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.measure.Figure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.unit.Bytes;

/**
 * Which flows to send now within the budget of every access link they load: first on paths that changed, then where nothing was ever measured, then
 * where the figure is oldest. A flow is shortened where that makes it fit. At most one flow per link, so that none measures another.
 */
public final class AffordableFlows {

    /**
     * What a path is taken to carry of which nothing is known, bit/s. Where it carries more, its first flow takes more than was said; that is
     * counted, and its links rest until their day is over.
     */
    static final double UNKNOWN_RATE = 20e6;

    /** Less than this fills no path. */
    private static final int SHORTEST_SECONDS = 2;

    /** Headers, acknowledgements and what the kernel sends again. */
    private static final double OVERHEAD = 1.1;

    private final ProbeSchedule schedule;
    private final ProbeBudget budget;
    private final LinkSpending spending;
    private final Instant now;

    /** A flow, and what it is expected to take of both its links. */
    public record Priced(LoadedFlow flow, Bytes expected, boolean changed) {}

    /**
     * @param flows in the order of their worth
     * @param unaffordable paths whose one flow is more than a whole day's budget: they keep their estimate
     */
    public record Choice(List<Priced> flows, List<PathId> unaffordable) {

        public Choice {
            flows = List.copyOf(flows);
            unaffordable = List.copyOf(unaffordable);
        }
    }

    public AffordableFlows(ProbeSchedule schedule, ProbeBudget budget, LinkSpending spending, Instant now) {
        this.schedule = schedule;
        this.budget = budget;
        this.spending = spending;
        this.now = now;
    }

    /** @param changed paths that are not what they were; see {@link org.caravan.measure.PathChanges} */
    public Choice of(NetworkMatrix known, Set<PathId> changed) {
        List<Priced> wanted = schedule.flowsOn(known.all().keySet()).stream()
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
            if (priced.expected().value() > budget.bytes().value()) {
                unaffordable.add(priced.flow().path());
            } else if (links.stream().noneMatch(loaded::contains) && links.stream().allMatch(link -> fits(link, priced))) {
                loaded.addAll(links);
                flows.add(priced);
            }
        }
        return new Choice(flows, unaffordable);
    }

    private boolean fits(AccessLink link, Priced priced) {
        return spending.bytes(link, now).value() + priced.expected().value() <= budget.bytes().value()
                && spending.seconds(link, now) + priced.flow().seconds() <= budget.busy().toSeconds();
    }

    /** As long as the schedule says, or as short as both links still afford. */
    private Priced fitting(LoadedFlow flow, double rate, boolean changed) {
        long left = AccessLink.of(flow.path()).stream()
                .mapToLong(link -> budget.bytes().value() - spending.bytes(link, now).value())
                .min()
                .orElseThrow();
        int seconds = flow.seconds();
        while (seconds > SHORTEST_SECONDS && bytes(rate, seconds) > left) {
            seconds--;
        }
        return new Priced(new LoadedFlow(flow.from(), flow.to(), seconds), new Bytes(bytes(rate, seconds)), changed);
    }

    private static long bytes(double rate, int seconds) {
        return Math.round(rate * seconds / 8 * OVERHEAD);
    }

    private static double rate(PathId path, NetworkMatrix known) {
        return known.path(path).flatMap(PathFigures::throughput).map(Figure::mean).orElse(UNKNOWN_RATE);
    }

    private static Optional<Instant> measuredAt(NetworkMatrix known, PathId path) {
        return known.path(path)
                .flatMap(PathFigures::throughput)
                .filter(figure -> figure.origin() == Figure.Origin.MEASURED)
                .map(Figure::newest);
    }
}
