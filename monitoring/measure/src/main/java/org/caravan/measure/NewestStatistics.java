package org.caravan.measure;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * Which of several windows tells of a path: what was measured last, since a mean over a change describes neither the network before it
 * nor the one after it. One probe run has too few samples for a p99, so that is of the first window that has enough, unless it is below the p95 of
 * what was measured last: then the path is not any more what that window tells of.
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

    /** One statistic per path and quantity, from the first window that has one, sorted. */
    public static List<Statistic> of(List<? extends Collection<Statistic>> newestWindowFirst) {
        TreeMap<Key, Statistic> chosen = new TreeMap<>();
        newestWindowFirst.forEach(window -> window.forEach(statistic ->
                chosen.merge(new Key(statistic.path(), statistic.quantity()), statistic, NewestStatistics::completed)));
        return List.copyOf(chosen.values());
    }

    private static Statistic completed(Statistic newer, Statistic longer) {
        return newer.p99().isPresent() || longer.p99().filter(p99 -> p99.value() >= newer.p95()).isEmpty() ? newer : newer.withP99(longer.p99());
    }
}
