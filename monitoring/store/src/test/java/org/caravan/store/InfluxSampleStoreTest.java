package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, and what comes of it when InfluxDB goes away; against a real influxd. */
@Tag("servers")
class InfluxSampleStoreTest extends SampleStoreContract {

    /** The samples' times are fixed, so the buckets must keep what will have become old. */
    private static final Retention FOR_GOOD = new Retention(Duration.ofDays(20_000), Duration.ofDays(20_000));

    private static final AtomicInteger PREFIXES = new AtomicInteger();

    @TempDir
    static Path data;

    @TempDir
    Path folder;

    private static Influxd influxd;

    @BeforeAll
    static void up() throws IOException {
        Optional<String> missing = Influxd.missing();
        missing.ifPresent(reason -> System.out.println("SKIPPED: " + reason));
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        influxd = Influxd.up(data);
    }

    @AfterAll
    static void down() {
        if (influxd != null) {
            influxd.close();
        }
    }

    @Override
    SampleStore open() {
        return at("test" + PREFIXES.incrementAndGet(), InfluxSampleStore.SPOOLED, Duration.ofSeconds(20));
    }

    @Test
    void nothingIsLostOrDoubledWhileInfluxDbIsAwayOrTheServerEnds() throws IOException {
        List<Sample> samples = IntStream.range(0, 3000)
                .mapToObj(i -> sample(i % 2 == 0 ? BERGEN_TO_SIMULA : HAINAN_TO_SIMULA, Quantity.IDLE_RTT, 10 + i % 7,
                        START.plusMillis(100L * i)))
                .toList();
        InfluxSampleStore store = at("away", InfluxSampleStore.SPOOLED, Duration.ofSeconds(20));
        for (int i = 0; i < 3000; i += 10) {
            if (i == 700 || i == 2300) {
                influxd.kill();
            }
            if (i == 1900 || i == 2600) {
                influxd.start();
            }
            if (i == 1300) {
                store.close();
                store = at("away", InfluxSampleStore.SPOOLED, Duration.ofSeconds(20));
                assertThat(store.waiting()).as("what waited before the server ended").isGreaterThanOrEqualTo(600);
            }
            store.append(samples.subList(i, i + 10));
        }
        awaitEmpty(store);

        List<Statistic> statistics = store.statistics(START);
        assertThat(statistics).extracting(Statistic::samples).containsExactly(1500, 1500);
        assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 5000)).isEqualTo(ofBergen(samples));
        store.close();
    }

    @Test
    void aSecondSendingOfTheSameBatchChangesNothing() {
        InfluxServer server = new InfluxServer(influxd.settings("twice"), FOR_GOOD);
        InfluxSummaries summaries = new InfluxSummaries(server, influxd.settings("twice"));
        List<Sample> samples = rtts(BERGEN_TO_SIMULA, 9, 10, 11);
        List<String> lines = IntStream.range(0, 3).mapToObj(i -> InfluxLine.of(samples.get(i), i)).toList();
        for (int i = 0; i < 2; i++) {
            server.write("twice-samples", lines);
            summaries.refresh(samples.stream().map(Sample::takenAt).toList());
        }
        server.close();
        try (SampleStore store = at("twice", 10, Duration.ZERO)) {
            assertThat(store.statistics(START).get(0).samples()).isEqualTo(3);
            assertThat(store.statistics(START.minusSeconds(7200)).get(0).samples()).isEqualTo(3);
        }
    }

    @Test
    void aFullSpoolHoldsProbingUpAndThenStopsIt() {
        InfluxSettings nobody = new InfluxSettings(URI.create("http://127.0.0.1:9"), "caravan", "secret-token", "none");
        try (InfluxSampleStore store = new InfluxSampleStore(nobody, folder.resolve("full.db"), 5, Duration.ofMillis(50), FOR_GOOD,
                clock())) {
            store.append(rtts(BERGEN_TO_SIMULA, 1, 2, 3));
            assertThatThrownBy(() -> store.append(rtts(BERGEN_TO_SIMULA, 4, 5, 6)))
                    .isInstanceOf(SampleStoreFault.class)
                    .hasMessageContaining("3 samples are queued on disk, which is the limit.\nMaybe start it")
                    .hasMessageNotContaining("secret-token");
            assertThatThrownBy(() -> store.statistics(START))
                    .isInstanceOf(SampleStoreFault.class)
                    .hasMessageContaining("\nMaybe it is not running");
            assertThat(store.waiting()).isEqualTo(3);
        }
    }

    @Test
    void saysThatTheTokenIsAnother() {
        InfluxSettings settings = influxd.settings("none");
        InfluxSettings wrong = new InfluxSettings(settings.url(), settings.organisation(), "secret-token", "none");
        try (SampleStore store = new InfluxSampleStore(wrong, folder.resolve("wrong.db"), 5, Duration.ZERO, FOR_GOOD, clock())) {
            assertThatThrownBy(() -> store.statistics(START))
                    .isInstanceOf(SampleStoreFault.class)
                    .hasMessageContaining("\nMaybe its token is another")
                    .hasMessageNotContaining("secret-token");
        }
    }

    @Test
    void bucketsKeepWhatTheRetentionSays() {
        InfluxSettings settings = influxd.settings("kept");
        Instant now = Instant.now();
        try (SampleStore store = new InfluxSampleStore(settings, folder.resolve("kept.db"), 100, Duration.ZERO, Retention.DEFAULT,
                Clock.systemUTC())) {
            List<Sample> samples = new ArrayList<>(List.of(sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9, now.minus(Duration.ofDays(3)))));
            samples.addAll(List.of(sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 11, now)));
            store.append(samples);

            assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9)).hasSize(1);
            assertThat(store.statistics(now.minus(Duration.ofDays(20))).get(0).samples()).isEqualTo(1);
        }
    }

    private static List<Sample> ofBergen(List<Sample> samples) {
        return samples.stream().filter(sample -> sample.path().equals(BERGEN_TO_SIMULA)).toList();
    }

    private static void awaitEmpty(InfluxSampleStore store) {
        await("all to be told").until(() -> store.waiting() == 0);
    }

    private InfluxSampleStore at(String prefix, int spooled, Duration patience) {
        return new InfluxSampleStore(influxd.settings(prefix), folder.resolve(prefix + ".db"), spooled, patience, FOR_GOOD, clock());
    }

    private static Clock clock() {
        return Clock.fixed(START.plusSeconds(5), ZoneOffset.UTC);
    }
}
