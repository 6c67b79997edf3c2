package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteReadingStoreTest {

    private static final Instant START = Instant.parse("2026-11-22T06:00:30Z");

    @TempDir
    Path folder;

    @Test
    void theNewestOfEachIsToldAndAnEventIsTakenOnce() {
        try (ReadingStore store = at(START)) {
            assertThat(store.appendOnce("a", List.of(cpu("", 900, 0), cpu("shop.web.1.7", 250, 0)))).isTrue();
            assertThat(store.appendOnce("b", List.of(cpu("", 400, 20)))).isTrue();
            assertThat(store.appendOnce("b", List.of(cpu("", 999, 25)))).isFalse();
            assertThat(store.appendOnce("late", List.of(cpu("", 100, 10)))).isTrue();
        }
        try (ReadingStore store = at(START)) {
            assertThat(store.newest(START)).containsExactly(cpu("", 400, 20), cpu("shop.web.1.7", 250, 0));
            assertThat(store.newest(START.plusSeconds(5))).containsExactly(cpu("", 400, 20));
        }
    }

    @Test
    void readingsAreGivenUpAfterTwoWeeks() {
        try (ReadingStore store = at(START)) {
            store.appendOnce("a", List.of(cpu("", 900, 0)));
        }
        try (ReadingStore store = at(START.plus(Duration.ofDays(15)))) {
            store.appendOnce("b", List.of());
            assertThat(store.newest(Instant.EPOCH)).isEmpty();
        }
    }

    @Test
    void aPeriodIsReadByMinutesOfCopiesOrHosts() {
        try (ReadingStore store = at(START)) {
            store.appendOnce("a", List.of(cpu("", 900, 0), cpu("shop.web.1.7", 250, 0), cpu("shop.web.1.7", 260, 15),
                    cpu("shop.web.1.7", 270, 30), cpu("shop-b.web.1.7", 1, 30), cpu("shop.web.1.7", 280, 90)));
            assertThat(store.history("shop.", Set.of(Metric.CPU), START, START.plusSeconds(90)))
                    .containsExactly(cpu("shop.web.1.7", 260, 15), cpu("shop.web.1.7", 270, 30));
            assertThat(store.history("shop.", Set.of(Metric.MEMORY), START, START.plusSeconds(900))).isEmpty();
            assertThat(store.history("", Set.of(Metric.CPU), START, START.plusSeconds(90))).containsExactly(cpu("", 900, 0));
        }
    }

    private static Reading cpu(String copy, double value, int second) {
        return new Reading("pi-1", copy, Metric.CPU, value, START.plusSeconds(second));
    }

    private ReadingStore at(Instant now) {
        return new SqliteReadingStore(folder.resolve("readings.db"), Clock.fixed(now, ZoneOffset.UTC));
    }
}
