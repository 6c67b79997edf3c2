package org.caravan.measure;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds paths whose idle round-trip time or reachability has changed. Compares medians, which are robust against outliers. A
 * difference counts if it exceeds 20 % of the earlier value, 2 ms, and the sum of both confidence half widths.
 */
public final class PathChanges {

    private static final double SHARE = 0.2;
    private static final double LEAST_MILLIS = 2;

    private PathChanges() {}

    /** Returns changed paths in both directions, because an echo crosses both. */
    public static SortedSet<PathId> between(Collection<Statistic> before, Collection<Statistic> now) {
        SortedSet<PathId> changed = new TreeSet<>();
        Map<String, Statistic> earlier = before.stream().collect(Collectors.toMap(PathChanges::key, statistic -> statistic));
        for (Statistic statistic : now) {
            Statistic was = earlier.get(key(statistic));
            if (was != null && differs(was, statistic)) {
                changed.add(statistic.path());
                changed.add(statistic.path().reversed());
            }
        }
        return changed;
    }

    private static boolean differs(Statistic was, Statistic is) {
        if (is.quantity() == Quantity.LOSS) {
            return (was.median() >= 1) != (is.median() >= 1);
        }
        return is.quantity() == Quantity.IDLE_RTT
                && differ(was.median(), is.median())
                && Math.abs(is.median() - was.median()) > was.halfWidth95() + is.halfWidth95();
    }

    /** Whether two round-trip times in ms differ, regardless of their noise. */
    static boolean differ(double was, double is) {
        return Math.abs(is - was) > Math.max(LEAST_MILLIS, SHARE * was);
    }

    private static String key(Statistic statistic) {
        return statistic.path() + " " + statistic.quantity();
    }
}
