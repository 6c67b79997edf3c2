package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.caravan.measure.Quantity;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteSampleStoreTest extends SampleStoreContract {

    @TempDir
    Path folder;

    @Override
    SampleStore open() {
        return at(START.plusSeconds(5));
    }

    @Test
    void samplesOutliveTheStore() {
        try (SampleStore first = at(START)) {
            first.append(rtts(BERGEN_TO_SIMULA, 9, 10));
        }
        try (SampleStore second = at(START)) {
            assertThat(second.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9)).isEqualTo(rtts(BERGEN_TO_SIMULA, 9, 10));
        }
    }

    @Test
    void statisticsOutliveTheirSamples() {
        try (SampleStore first = at(START)) {
            first.append(rtts(BERGEN_TO_SIMULA, 9, 11));
        }
        Instant later = START.plus(Duration.ofDays(3));
        try (SampleStore second = at(later)) {
            second.append(List.of(sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 13, later)));

            assertThat(second.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9)).hasSize(1);
            // Down to the minute, as documented: the sample at START is counted although the window begins later.
            assertThat(second.statistics(START.plusMillis(100)).get(0).samples()).isEqualTo(3);
            assertThat(second.statistics(START.plusSeconds(60)).get(0).samples()).isEqualTo(1);
        }
        Instant muchLater = START.plus(Duration.ofDays(30));
        try (SampleStore third = at(muchLater)) {
            third.append(List.of(sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 13, muchLater)));

            assertThat(third.statistics(START.plusSeconds(60)).get(0).samples()).isEqualTo(4);
            assertThat(third.statistics(START.plusSeconds(3600)).get(0).mean()).isEqualTo(13);
        }
    }

    @Test
    void aFailedAppendLeavesNothing() {
        try (SampleStore broken = at(START)) {
            Instant beyondRange = Instant.parse("2400-01-01T00:00:00Z");
            assertThatThrownBy(() -> broken.append(List.of(
                            sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9, START),
                            sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9, beyondRange))))
                    .isInstanceOf(ArithmeticException.class);
            assertThat(broken.statistics(Instant.EPOCH)).isEmpty();

            broken.append(rtts(BERGEN_TO_SIMULA, 9));
            assertThat(broken.statistics(Instant.EPOCH)).hasSize(1);
        }
    }

    @Test
    void refusesAFileOfAnotherVersion() throws Exception {
        Path file = folder.resolve("newer.db");
        try (Connection connection = Schema.open(file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 7");
        }
        assertThatThrownBy(() -> new SqliteSampleStore(file, Retention.DEFAULT, Clock.systemUTC()))
                .isInstanceOf(SampleStoreFault.class)
                .hasMessageContaining("is of version 7; this program reads version 2.\nMaybe ");
    }

    @Test
    void aFileFromBeforeEventsKeepsItsSamples() throws Exception {
        try (SampleStore first = at(START)) {
            first.append(rtts(BERGEN_TO_SIMULA, 9, 10));
        }
        execute("DROP TABLE taken_event", "PRAGMA user_version = 1");
        try (SampleStore second = at(START)) {
            assertThat(second.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9)).hasSize(2);
            assertThat(second.appendOnce("run-1/1", rtts(BERGEN_TO_SIMULA, 11))).isTrue();
        }
    }

    @Test
    void aTakenEventIsKnownAfterARestart() {
        try (SampleStore first = at(START)) {
            first.appendOnce("run-1/1", rtts(BERGEN_TO_SIMULA, 9, 10));
        }
        try (SampleStore second = at(START)) {
            assertThat(second.appendOnce("run-1/1", rtts(BERGEN_TO_SIMULA, 9, 10))).isFalse();
            assertThat(second.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9)).hasSize(2);
        }
    }

    /** A day's 95th percentile is the same when all single samples but those of its first, broken minute are gone: it never reads them. */
    @Test
    void theP95OfADayReadsNoSingleSamples() throws Exception {
        Instant now = START.plus(Duration.ofDays(1));
        try (SampleStore store = at(now)) {
            store.append(IntStream.range(0, 8640)
                    .mapToObj(i -> sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 10 + i % 97, START.plusSeconds(10L * i)))
                    .toList());
            List<Statistic> before = store.statistics(START);

            execute("DELETE FROM sample WHERE taken_at >= " + SampleTable.nanos(START.plusSeconds(60)));

            assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9000)).hasSizeLessThan(7);
            assertThat(store.statistics(START)).isEqualTo(before).hasSize(1);
            assertThat(before.get(0).samples()).isEqualTo(8640);
        }
    }

    @Test
    void saysWhichFileCannotBeOpened() {
        Path file = folder.resolve("no-such-folder/samples.db");
        assertThatThrownBy(() -> new SqliteSampleStore(file, Retention.DEFAULT, Clock.systemUTC()))
                .isInstanceOf(SampleStoreFault.class)
                .hasMessageStartingWith("Sample store (" + file + ") could not be opened: ")
                .hasMessageContaining("\nMaybe ");
    }

    private void execute(String... commands) throws Exception {
        try (Connection connection = Schema.open(folder.resolve("samples.db"));
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    private SampleStore at(Instant now) {
        return new SqliteSampleStore(folder.resolve("samples.db"), Retention.DEFAULT, Clock.fixed(now, ZoneOffset.UTC));
    }
}
