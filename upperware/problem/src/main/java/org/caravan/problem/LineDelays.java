package org.caravan.problem;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * Round-trip time of paths under load, from the idle and the loaded round-trip time that were measured (docs/decisions/loaded-paths.md).
 * The only place that knows it: planner, report and what-if read paths through it. Responses carry most bytes, so the queue of a link is
 * that of the way back, from the called end. Its utilisation is the higher one of the path (own traffic by measured throughput) and of the
 * uplink of the called end (own traffic on all paths and reservations of other applications, by its declared rate, or the lower one of a
 * used-up quota, otherwise by the highest throughput measured there). A delay within measurement noise is none, so that an unloaded network
 * has the same plans as without it.
 */
public final class LineDelays {

    private static final double NOISE_MILLIS = 1;
    private static final double NOISE_SHARE = 0.05;

    private final NetworkMatrix network;
    private final Uplinks uplinks;
    private final Map<AccessLink, BitRate> capacities = new HashMap<>();
    /** Lines whose quota is used up. */
    private final Set<AccessLink> lowered = new HashSet<>();
    private final Map<AccessLink, Double> fastest = new HashMap<>();

    public LineDelays(PlacementProblem problem) {
        this.network = problem.network();
        this.uplinks = problem.uplinks();
        if (known(network)) {
            problem.infrastructure().sites().forEach(site -> site.isps().forEach(isp -> {
                AccessLink at = new AccessLink(site.id(), isp.id());
                Optional<BitRate> capacity = uplinks.capacity(at, isp);
                capacity.ifPresent(rate -> capacities.put(at, rate));
                if (!capacity.equals(isp.uplink())) {
                    lowered.add(at);
                }
            }));
            network.all().values().forEach(figures -> measured(figures)
                    .ifPresent(rate -> fastest.merge(AccessLink.of(figures.path().from()), rate, Math::max)));
        }
    }

    /** Whether any path was measured under load; if not, nothing has a delay. */
    public static boolean known(NetworkMatrix network) {
        return network.all().values().stream().anyMatch(figures -> figures.loadedRtt().isPresent());
    }

    /**
     * Delays by path of a link, without those within noise.
     *
     * @param own traffic of the application by path of a link, in both directions together
     */
    public SortedMap<PathId, LineDelay> of(Map<PathId, BitRate> own) {
        Map<AccessLink, Double> lines = new HashMap<>();
        own.forEach((path, rate) -> lines.merge(AccessLink.of(path.to()), (double) rate.value(), Double::sum));
        SortedMap<PathId, LineDelay> delays = new TreeMap<>();
        own.forEach((path, rate) -> delay(path, rate.value(), lines.getOrDefault(AccessLink.of(path.to()), 0.0))
                .ifPresent(delay -> delays.put(path, delay)));
        return delays;
    }

    /**
     * The delay that the problem assumes for the path. Reservations of other applications alone cause none: a reservation is no traffic,
     * and it must not leave this application without a plan.
     */
    Optional<LineDelay> on(PathId path) {
        return Optional.ofNullable(uplinks.delays().get(path));
    }

    private Optional<LineDelay> delay(PathId path, double own, double ownOnLine) {
        if (path.withinSite() || fastest.isEmpty()) {
            return Optional.empty();
        }
        AccessLink line = AccessLink.of(path.to());
        double onLine = ownOnLine + uplinks.reservedElsewhere(line).value();
        Optional<PathFigures> back = network.path(path.reversed());
        Optional<Double> throughput = back.flatMap(LineDelays::measured);
        Optional<Double> full = back.flatMap(LineDelays::fullMillis);
        if (onLine <= 0 || throughput.isEmpty() || full.isEmpty()) {
            return Optional.empty();
        }
        double capacity = Optional.ofNullable(capacities.get(line)).map(rate -> (double) rate.value()).orElseGet(() -> fastest.get(line));
        // A node that lowers the rate of the line sends its packets at this rate, not at the measured one.
        double drained = lowered.contains(line) ? Math.min(throughput.get(), capacity) : throughput.get();
        double utilisation = Math.max(own / drained, onLine / capacity);
        LineQueue queue = new LineQueue(new BitRate(Math.round(drained)), full.get());
        double mean = queue.meanMillis(utilisation);
        double idle = back.get().idleRtt().mean();
        return mean < Math.max(NOISE_MILLIS, NOISE_SHARE * idle) ? Optional.empty()
                : Optional.of(new LineDelay(utilisation, new Millis(mean),
                        new Millis(Math.max(mean, queue.quantileMillis(utilisation, 0.95))),
                        new Millis(Math.max(mean, queue.quantileMillis(utilisation, 0.99)))));
    }

    private static Optional<Double> fullMillis(PathFigures figures) {
        return figures.loadedRtt().map(loaded -> loaded.mean() - figures.idleRtt().mean()).filter(full -> full > 0);
    }

    /** Measured throughput in bit/s; an estimate from other paths says nothing about a queue. */
    private static Optional<Double> measured(PathFigures figures) {
        return figures.throughput().filter(figure -> figure.samples() > 0 && figure.origin() == PathStatistic.Origin.MEASURED)
                .map(PathStatistic::mean).filter(rate -> Math.round(rate) > 0);
    }
}
