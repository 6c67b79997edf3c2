package org.caravan.server.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RouterObservation;
import org.caravan.server.rehearsal.RehearsedDecisions.Decision;
import org.caravan.store.SqliteReadingStore;
import org.caravan.store.SqliteRequestStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recorded week: usage of two copies, every metric each minute, and requests of a group, with a busy hour each day. Prints how long
 * filling the stores, reading them and the rehearsal take; see {@code ./caravan bench rehearsal}.
 */
@Tag("slow")
class RecordedWeekTest {

    private static final int DAYS = 7;
    private static final int BUSY_HOUR = 9;
    private static final String USERS = """
            users north { at users-bergen via BKK ipv4  rate 5 requests/s  mix home 100 %  entry by router }
              request home { when GET "/"  users -> web  turns 2  bytes 8 KiB  web -> back  turns 1  bytes 1 KiB }
              slo fast { p95 latency of home < 200 ms }
              minimise cost
            """;
    private static final Duration WEEK = Duration.ofDays(DAYS);

    @TempDir
    Path folder;

    @Test
    void eachBusyHourIsDecidedAlike() {
        RehearsedShop shop = new RehearsedShop(USERS);
        Instant from = RehearsedShop.BEGIN;
        Instant until = from.plus(WEEK);
        Clock clock = Clock.fixed(until, ZoneOffset.UTC);
        try (ReadingStore readings = new SqliteReadingStore(folder.resolve("readings.db"), clock);
                RequestStore requests = new SqliteRequestStore(folder.resolve("requests.db"), clock)) {
            long begun = System.nanoTime();
            long values = record(readings, requests, from);
            long recorded = System.nanoTime();
            Observed past = RecordedPast.of(shop.model, from, until, readings, requests, List.of());
            long read = System.nanoTime();
            Rehearsed result = Rehearsal.of(shop.scene(past, until, Map.of()), shop.planner, () -> false, share -> { });
            long end = System.nanoTime();
            System.out.printf("recorded week: %,d values written in %.1f s, read in %.1f s, rehearsed in %.1f s; "
                    + "%d decisions, %d plannings; "
                    + "%.0f times as fast as real time%n", values, seconds(recorded - begun), seconds(read - recorded), seconds(end - read),
                    result.decisions().size(), result.plannings(), WEEK.toSeconds() / seconds(end - recorded));
            Map<Integer, List<String>> days = new TreeMap<>();
            result.decisions().forEach(decision -> days.computeIfAbsent((int) Duration.between(from, decision.at()).toDays(),
                    unused -> new ArrayList<>()).add(inDay(from, decision)));
            assertThat(days).hasSize(DAYS);
            assertThat(days.get(0)).anyMatch(text -> text.endsWith("scale-out DONE")).anyMatch(text -> text.endsWith("scale-in DONE"));
            // The first day begins idle, with one replica; the others begin with what the day before decided.
            assertThat(days.values()).as("each day has the same hour").allSatisfy(day -> assertThat(day).endsWith(
                    days.get(1).toArray(String[]::new)));
        }
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }

    private static String inDay(Instant from, Decision decision) {
        return Duration.between(from, decision.at()).minusDays(Duration.between(from, decision.at()).toDays()).toMinutes() + " min: "
                + decision.decided().rule().word()
                + decision.action().map(action -> " " + action.kind().word() + " " + action.state()).orElse("");
    }

    /** Returns the number of values. */
    private static long record(ReadingStore readings, RequestStore requests, Instant from) {
        long values = 0;
        long answers = 0;
        for (long minute = 0; minute < WEEK.toMinutes(); minute++) {
            Instant at = from.plus(Duration.ofMinutes(minute)).plusSeconds(15);
            boolean busy = Duration.ofMinutes(minute).toHours() % 24 == BUSY_HOUR;
            List<Reading> taken = new ArrayList<>();
            for (String copy : List.of("shop.web.1.1", "shop.back.1.1")) {
                for (Metric metric : Metric.values()) {
                    taken.add(new Reading("pi-1", copy, metric, metric == Metric.CPU ? (busy ? 500 : 30) : 1_000, at));
                }
            }
            readings.appendOnce("minute " + minute, taken);
            answers += busy ? 6_000 : 600;
            String counts = new RequestCounts(answers, 0, new RequestTimes(new TreeMap<>(Map.of(500L, answers)))).text();
            List<RouterObservation> seen = new ArrayList<>();
            for (String group : List.of("north")) {
                seen.add(new RouterObservation("shop", "shop.web-router-" + group + ".1.1", group, "s", at,
                        new TreeMap<>(Map.of("home", counts))));
            }
            requests.take(seen);
            values += taken.size() + seen.size();
        }
        return values;
    }
}
