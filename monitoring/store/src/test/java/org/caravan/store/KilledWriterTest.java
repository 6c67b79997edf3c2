package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server killed (SIGKILL) in the middle of an append loses no sample that it had acknowledged, and keeps no part of a batch. */
class KilledWriterTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 37, 150})
    void everyAcknowledgedBatchIsThere(int killAfter) throws Exception {
        Path file = folder.resolve("samples.db");
        int acknowledged = appendUntil(killAfter, file);

        Clock clock = Clock.fixed(SampleStoreContract.START, ZoneOffset.UTC);
        try (SampleStore store = new SqliteSampleStore(file, Retention.DEFAULT, clock)) {
            List<Sample> samples = store.samples(SampleStoreContract.BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 1_000_000);
            Map<Double, Long> batches = samples.stream().collect(Collectors.groupingBy(Sample::value, Collectors.counting()));
            for (int batch = 1; batch <= acknowledged; batch++) {
                assertThat(batches).containsKey((double) batch);
            }
            assertThat(batches.values()).allMatch(count -> count == AppendsUntilKilled.BATCH);
            Statistic statistic = store.statistics(Instant.EPOCH).get(0);
            assertThat(statistic.samples()).isEqualTo(samples.size());
        }
    }

    /** The number of the last batch that the writer acknowledged before it was killed. */
    private static int appendUntil(int killAfter, Path file) throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AppendsUntilKilled.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int acknowledged = 0;
        try (BufferedReader lines = writer.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                acknowledged = Integer.parseInt(line);
                if (acknowledged == killAfter) {
                    writer.destroyForcibly();
                }
            }
        } catch (IOException closedByKill) {
            // What was read until then counts.
        } finally {
            writer.destroyForcibly().waitFor();
        }
        assertThat(acknowledged).isGreaterThanOrEqualTo(killAfter);
        return acknowledged;
    }
}
