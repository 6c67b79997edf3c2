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
import org.caravan.measure.Quantity;
import org.caravan.measure.SampleStore;
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
                .hasMessageContaining("is of version 7; this program reads version 1.\nMaybe ");
    }

    @Test
    void saysWhichFileCannotBeOpened() {
        Path file = folder.resolve("no-such-folder/samples.db");
        assertThatThrownBy(() -> new SqliteSampleStore(file, Retention.DEFAULT, Clock.systemUTC()))
                .isInstanceOf(SampleStoreFault.class)
                .hasMessageStartingWith("Sample store (" + file + ") could not be opened: ")
                .hasMessageContaining("\nMaybe ");
    }

    private SampleStore at(Instant now) {
        return new SqliteSampleStore(folder.resolve("samples.db"), Retention.DEFAULT, Clock.fixed(now, ZoneOffset.UTC));
    }
}
