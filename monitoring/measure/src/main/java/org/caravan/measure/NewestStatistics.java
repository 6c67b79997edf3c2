package org.caravan.measure;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * Selects the statistic of each path and quantity from several time windows. The newest measurement wins, because a mean across a
 * change describes neither the network before the change nor the network after it. One probe run has too few samples for a p99, so the
 * p99 comes from the first window with enough samples. If that p99 is below the p95 of the newest measurement, it is ignored, because
 * the path has changed.
 */
public final class NewestStatistics {

    private record Key(PathId path, Quantity quantity) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            int byPath = path.compareTo(other.path);
            return byPath != 0 ? byPath : quantity.compareTo(other.quantity);
        }
    }

    private NewestStatistics() {}

    /** Returns one statistic per path and quantity, from the first window that has one, sorted by path and quantity. */
    public static List<Statistic> of(List<? extends Collection<Statistic>> newestWindowFirst) {
        TreeMap<Key, Statistic> chosen = new TreeMap<>();
        newestWindowFirst.forEach(window -> window.forEach(statistic ->
                chosen.merge(new Key(statistic.path(), statistic.quantity()), statistic, NewestStatistics::completed)));
        return List.copyOf(chosen.values());
    }

    private static Statistic completed(Statistic newer, Statistic longer) {
        return newer.p99().isPresent() || longer.p99().filter(p99 -> p99.value() >= newer.p95()).isEmpty() ? newer
                : newer.withP99(longer.p99());
    }
}
