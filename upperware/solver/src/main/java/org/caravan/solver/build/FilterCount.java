package org.caravan.solver.build;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Number of hosts that one obligation excludes. */
public record FilterCount(String obligation, long hosts) {

    /** In descending order of hosts, then by text. */
    public static List<FilterCount> of(Map<String, Long> counts) {
        return new TreeMap<>(counts).entrySet().stream()
                .map(entry -> new FilterCount(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(FilterCount::hosts).reversed())
                .toList();
    }

    public static String text(List<FilterCount> removals) {
        return removals.stream().map(FilterCount::toString).collect(Collectors.joining("; "));
    }

    /** For example {@code insufficient memory on 3 hosts}. */
    @Override
    public String toString() {
        return obligation + " on " + hosts + (hosts == 1 ? " host" : " hosts");
    }
}
