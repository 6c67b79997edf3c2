package org.caravan.solver.partition;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.solver.partition.PartitionedSearch.Improved;
import org.caravan.solver.score.Assignment;

/** Text of the results of partitions for the report. */
final class PartitionText {

    private PartitionText() {}

    /**
     * For example {@code searched in 4 partitions (2 by server b, 1 by this server, 1 without an answer), which won 0.02 %; polishing
     * across them won 0.08 %}.
     */
    static String of(Improved improved, Assignment polished) {
        List<String> by = improved.by();
        String servers = new TreeSet<>(by).stream()
                .map(name -> by.stream().filter(name::equals).count() + " by " + (name.isEmpty() ? "this server" : "server " + name))
                .collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "searched in %d partitions (%s%s), which won %s; polishing across them won %s", improved.count(),
                servers,
                by.size() < improved.count() ? ", " + (improved.count() - by.size()) + " without an answer" : "",
                percent(improved.before() - improved.assignment().soft(), improved.before()),
                        percent(improved.assignment().soft() - polished.soft(), improved.before()));
    }

    private static String percent(long won, long of) {
        return String.format(Locale.ROOT, "%.2f %%", of == 0 ? 0 : 100.0 * won / of);
    }
}
