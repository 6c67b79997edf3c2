package org.caravan.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.EntryObservation.Source;
import org.caravan.routing.LookUps.Total;
import org.caravan.store.SqliteRequestStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of the leader, and what a store of all events makes of them. */
class NameTotalsTest {

    private static final Instant BEGIN = Instant.parse("2026-11-27T03:00:00Z");

    private final NameTotals one = new NameTotals("one");
    private final NameTotals other = new NameTotals("other");

    @TempDir
    Path folder;

    @Test
    void aChangeOfTheLeaderAddsNoQueriesFromBefore() {
        try (SqliteRequestStore store = new SqliteRequestStore(folder.resolve("requests.db"), Clock.fixed(BEGIN, ZoneOffset.UTC))) {
            other.follow(totals(900, "b"));
            take(store, 0, one, 100, "a");
            take(store, 15, one, 110, "a");
            assertThat(queries(store)).isEqualTo(110);

            other.follow(totals(950, "b"));
            one.follow(totals(110, "a"));
            take(store, 30, other, 953, "b");
            take(store, 45, other, 960, "b");
            assertThat(queries(store)).as("10 of the second leader").isEqualTo(120);

            one.follow(totals(400, "a"));
            take(store, 60, one, 402, "a");
            assertThat(queries(store)).as("2 of the first one, which leads again").isEqualTo(122);

            take(store, 75, one, 5, "a2");
            assertThat(queries(store)).as("its count began at zero").isEqualTo(127);
        }
    }

    private static void take(SqliteRequestStore store, int second, NameTotals server, long queries, String start) {
        store.takeEntries(server.since(totals(queries, start)).stream().map(since -> new EntryObservation("shop", "web", "bergen",
                Source.QUERIES, server.counter("shop"), since.start(), BEGIN.plusSeconds(second),
                new RequestCounts(since.queries(), 0, RequestTimes.NONE).text())).toList());
    }

    private static List<Total> totals(long queries, String start) {
        return List.of(new Total("shop", "web", "bergen", queries, 1, start));
    }

    private static long queries(SqliteRequestStore store) {
        return store.entries("shop", BEGIN).stream().mapToLong(sum -> sum.counts().received()).sum();
    }
}
