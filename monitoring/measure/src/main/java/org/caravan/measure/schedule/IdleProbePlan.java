package org.caravan.measure.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.caravan.measure.PathId;
import org.caravan.unit.Bytes;

/**
 * Intervals of standing idle measurements within the daily budgets of access links. Pure.
 *
 * <p>Paths in use are measured each period if the budgets of both links allow it, other paths at most in each fifth period. If a budget is
 * too small, the intervals of its paths grow; a quarter is kept for paths that are not in use, so that plans know alternatives. Single
 * measurements use at most half of a budget. The other half is for measurements with outliers, which are repeated, and for other probes.
 */
public final class IdleProbePlan {

    /** Maximum number of measurements in a minute over all paths: each is a command over SSH that takes about 4 s. */
    public static final int MOST_PER_MINUTE = 100;

    /** Least interval of paths that are not in use, in periods. */
    private static final int PERIODS = 5;

    private static final int SHARE = 2;
    private static final double OF_USED = 0.75;
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final long bytes;
    private final Duration period;
    private final LinkBudgets budgets;
    private final SortedSet<PathId> used;
    private final Map<AccessLink, Paths> ofLinks = new TreeMap<>();
    private final SortedMap<PathId, Duration> intervals = new TreeMap<>();

    /** Numbers of paths that cross a link. */
    private record Paths(int used, int others) {

        Paths plus(boolean isUsed) {
            return isUsed ? new Paths(used + 1, others) : new Paths(used, others + 1);
        }
    }

    /**
     * What is planned on an access link.
     *
     * @param paths number of paths that cross it and have an interval
     * @param used number of those that are in use
     * @param bytesADay planned bytes in any 24 hours, without repetitions of measurements with outliers
     * @param budget bytes that standing measurements never exceed in any 24 hours
     * @param longest longest interval between two measurements of a path; zero if no path has an interval
     */
    public record LinkPlan(AccessLink link, int paths, int used, Bytes bytesADay, Bytes budget, Duration longest) {}

    /**
     * @param paths paths to measure, each in the direction in which it is measured; see {@link ProbeSchedule#measuredPaths}
     * @param inUse paths that applications use, in any direction; others than {@code paths} are ignored
     * @param budgets must have a budget for every link
     * @param period least interval of a path in use, at least 1 s
     * @param echoCount echo requests of a measurement
     * @throws IllegalArgumentException if a link has no budget, or the period is shorter than 1 s
     */
    public IdleProbePlan(Collection<PathId> paths, Collection<PathId> inUse, LinkBudgets budgets, Duration period, int echoCount) {
        if (period.toSeconds() < 1) {
            throw new IllegalArgumentException("period of idle measurements: " + period);
        }
        this.bytes = ProbeBudgetLeft.idleBytes(echoCount);
        this.period = period;
        this.budgets = budgets;
        SortedSet<PathId> measured = new TreeSet<>(paths);
        this.used = new TreeSet<>();
        inUse.forEach(path -> used.add(measured.contains(path) ? path : path.reversed()));
        used.retainAll(measured);
        measured.forEach(path -> AccessLink.of(path).forEach(link ->
                ofLinks.put(link, ofLinks.getOrDefault(link, new Paths(0, 0)).plus(used.contains(path)))));
        measured.forEach(path -> {
            long rounds = AccessLink.of(path).stream().mapToLong(link -> rounds(link, used.contains(path))).min().orElse(0);
            if (rounds > 0) {
                intervals.put(path, interval(rounds, used.contains(path), measured.size()));
            }
        });
    }

    /** Interval of each path between two measurements, whole seconds. A path is absent if not even one a day fits into a budget. */
    public SortedMap<PathId, Duration> intervals() {
        return Collections.unmodifiableSortedMap(intervals);
    }

    /** One entry per access link with a path, by link. */
    public List<LinkPlan> links() {
        return ofLinks.keySet().stream().map(this::plan).toList();
    }

    /**
     * The paths to measure now, paths in use first, then those without a measurement, then the oldest.
     *
     * @param last time of the last measurement of a path; absent for none
     * @param left bytes that each link may still use now; a measurement counts three times, because it may be repeated twice
     */
    public List<PathId> due(Map<PathId, Instant> last, ToLongFunction<AccessLink> left, Instant now) {
        List<PathId> wanted = intervals.keySet().stream()
                .filter(path -> !last.getOrDefault(path, Instant.MIN).plus(intervals.get(path)).isAfter(now))
                .sorted(Comparator.comparing((PathId path) -> !used.contains(path))
                        .thenComparing(path -> last.getOrDefault(path, Instant.MIN)))
                .toList();
        Map<AccessLink, Long> reserved = new TreeMap<>();
        List<PathId> due = new ArrayList<>();
        for (PathId path : wanted) {
            List<AccessLink> links = AccessLink.of(path);
            if (due.size() < mostInPeriod()
                    && links.stream().allMatch(link -> reserved.getOrDefault(link, 0L) + most() <= left.applyAsLong(link))) {
                links.forEach(link -> reserved.merge(link, most(), Long::sum));
                due.add(path);
            }
        }
        return due;
    }

    /** Budget of standing measurements on a link in any 24 hours, repetitions included. */
    public Bytes budget(AccessLink link) {
        return budgets.of(link).orElseThrow(() -> new IllegalArgumentException("access link " + link + " has no budget")).bytes();
    }

    /** Bytes of a measurement that is repeated as often as possible. */
    public long most() {
        return bytes * ProbeBudgetLeft.MOST_PINGS;
    }

    /** Measurements a day of each path of a kind that the link affords. */
    private long rounds(AccessLink link, boolean ofUsed) {
        Paths paths = ofLinks.get(link);
        long pool = budget(link).value() / SHARE / bytes;
        long least = DAY / period.toSeconds();
        long ofUsedPaths = paths.used() == 0 ? 0
                : Math.min(least, (long) (paths.others() == 0 ? pool : pool * OF_USED) / paths.used());
        return ofUsed ? ofUsedPaths : (pool - ofUsedPaths * paths.used()) / paths.others();
    }

    /** Rounded up, so that no 24 hours have more than this number of measurements. */
    private Duration interval(long rounds, boolean ofUsed, int all) {
        long affordable = -Math.floorDiv(-DAY, rounds);
        long least = period.toSeconds() * (ofUsed ? 1 : PERIODS);
        long others = all - used.size();
        // Paths in use and others each have half of the measurements of a period.
        long shared = -Math.floorDiv(-2 * (ofUsed ? used.size() : others) * period.toSeconds(), mostInPeriod());
        return Duration.ofSeconds(Math.max(Math.max(affordable, least), shared));
    }

    private long mostInPeriod() {
        return Math.max(2, MOST_PER_MINUTE * period.toSeconds() / 60);
    }

    private LinkPlan plan(AccessLink link) {
        List<PathId> own = intervals.keySet().stream().filter(path -> AccessLink.of(path).contains(link)).toList();
        long measurements = own.stream().mapToLong(path -> -Math.floorDiv(-DAY, intervals.get(path).toSeconds())).sum();
        return new LinkPlan(link, own.size(), (int) own.stream().filter(used::contains).count(), new Bytes(measurements * bytes),
                budget(link), own.stream().map(intervals::get).max(Comparator.naturalOrder()).orElse(Duration.ZERO));
    }
}
