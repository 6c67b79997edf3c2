package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.application.RequestCounts;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.EntryObservation.Source;
import org.caravan.measure.metric.MinuteCounts;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RequestSum;
import org.caravan.measure.metric.RouterObservation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRequestStoreTest {

    private static final Instant START = Instant.parse("2026-11-22T06:58:30Z");

    @TempDir
    Path folder;

    @Test
    void eachRequestCountsOnceThroughRestartsOfServerAndRouter() {
        try (RequestStore store = at(START)) {
            store.take(List.of(seen("a", 0, "9/1/42:7,512:1")));
            store.take(List.of(seen("a", 15, "19/2/42:15,512:2")));
            store.take(List.of(seen("a", 15, "19/2/42:15,512:2")));
            store.take(List.of(seen("a", 5, "12/1/42:10,512:1")));
        }
        try (RequestStore store = at(START)) {
            store.take(List.of(seen("a", 30, "20/2/42:16,512:2")));
            assertThat(texts(store, START)).containsExactly("shop bergen home 20/2/42:16,512:2");
            // The same counts under another mark are others: the router was started again.
            store.take(List.of(seen("b", 45, "20/2/42:16,512:2")));
            assertThat(texts(store, START)).containsExactly("shop bergen home 40/4/42:32,512:4");
        }
    }

    @Test
    void intervalsBeginAtAnyMinute() {
        try (RequestStore store = at(START)) {
            for (int minute = 0; minute < 200; minute++) {
                store.take(List.of(seen("a", minute * 60, (minute + 1) + "/0/42:" + (minute + 1))));
            }
            for (int from : new int[] {0, 1, 2, 61, 62, 199}) {
                assertThat(store.sums("shop", START.plusSeconds(from * 60L))).extracting(sum -> sum.counts().times().count())
                        .as("from minute %d", from).containsExactly(200L - from);
            }
            assertThat(store.minutes("shop", START.plusSeconds(190 * 60))).extracting(sum -> sum.counts().answered())
                    .containsExactly(1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L);
            store.take(List.of(seen("b", 200 * 60, "9/2/42:5,512:1")));
            assertThat(store.minutes("shop", START.plusSeconds(200 * 60))).extracting(MinuteCounts::counts)
                    .containsExactly(new RequestCounts.Totals(9, 8));
            assertThat(store.minutes("other", START)).isEmpty();
            assertThat(store.sums("other", START)).isEmpty();
            assertThat(store.sums(START)).extracting(RequestSum::newestAt).containsExactly(START.plusSeconds(200 * 60));
        }
    }

    @Test
    void countsAreGivenUpAfterTwoWeeks() {
        try (RequestStore store = at(START)) {
            store.take(List.of(seen("a", 0, "1/0/42:1")));
        }
        try (RequestStore store = at(START.plus(Duration.ofDays(15)))) {
            store.take(List.of());
            assertThat(store.sums(Instant.EPOCH)).isEmpty();
        }
    }

    /** Queries and connections are no requests: no reader of requests finds them. */
    @Test
    void entriesAreCountedApartFromRequestsAndOnceThroughRestarts() {
        try (SqliteRequestStore store = at(START)) {
            store.take(List.of(seen("a", 0, "9/1/42:7,512:1")));
            store.takeEntries(List.of(entry(Source.CONNECTIONS, "k1", 0, "5/0/"), entry(Source.QUERIES, "n", 0, "2/0/"),
                    entry(Source.ROUND_TRIPS, "0", 0, "0/0/118:2")));
        }
        try (SqliteRequestStore store = at(START)) {
            EntryObservation again = entry(Source.CONNECTIONS, "k1", 15, "9/0/");
            store.takeEntries(List.of(again, again, entry(Source.QUERIES, "n", 15, "2/0/"),
                    entry(Source.ROUND_TRIPS, "15", 15, "0/0/118:1")));
            store.takeEntries(List.of(entry(Source.CONNECTIONS, "k2", 30, "3/0/")));
            assertThat(store.entries("shop", START)).extracting(sum -> sum.component() + " " + sum.usersId() + " " + sum.source() + " "
                    + sum.counts().text()).containsExactly("web bergen CONNECTIONS 12/0/", "web bergen QUERIES 2/0/",
                            "web bergen ROUND_TRIPS 0/0/118:3");
            assertThat(texts(store, START)).containsExactly("shop bergen home 9/1/42:7,512:1");
            assertThat(store.entries(START)).hasSize(3);
            assertThat(store.entries("other", START)).isEmpty();
        }
        try (SqliteRequestStore store = at(START.plus(Duration.ofDays(15)))) {
            store.takeEntries(List.of());
            assertThat(store.entries(Instant.EPOCH)).isEmpty();
        }
    }

    private static EntryObservation entry(Source source, String start, int second, String counts) {
        return new EntryObservation("shop", "web", "bergen", source, "shop.web.1.1", start, START.plusSeconds(second), counts);
    }

    private static List<String> texts(RequestStore store, Instant since) {
        return store.sums("shop", since).stream()
                .map(sum -> sum.application() + " " + sum.usersId() + " " + sum.requestId() + " " + sum.counts().text()).toList();
    }

    private static RouterObservation seen(String start, int second, String counts) {
        return new RouterObservation("shop", "shop.web-router-bergen.1.1", "bergen", start, START.plusSeconds(second),
                new TreeMap<>(Map.of("home", counts)));
    }

    private SqliteRequestStore at(Instant now) {
        return new SqliteRequestStore(folder.resolve("requests.db"), Clock.fixed(now, ZoneOffset.UTC));
    }
}
