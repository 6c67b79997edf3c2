package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * InfluxDB is killed while an idle mesh of 300 paths is measured every 10 s, stays down for a while, and is started again: for 20 s, or
 * with {@code -Dcaravan.influx.away=600} for the ten minutes that the spool lasts. Every sample has a value of its own, so that a test
 * finds each.
 */
@Tag("servers")
class InfluxAwayTest {

    private static final int PATHS = 300;
    private static final int ECHOES = 16;
    private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos() / PATHS;
    private static final Duration BESIDE = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private int written;
    private int probes;
    private long begun;

    @Test
    void nothingIsLostOrDoubledWhileItIsAwayMidRun() throws IOException {
        Optional<String> missing = Influxd.missing();
        missing.ifPresent(reason -> System.out.println("SKIPPED: " + reason));
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        Duration away = Duration.ofSeconds(Long.getLong("caravan.influx.away", 20));
        try (Influxd influxd = Influxd.up(folder);
                InfluxSampleStore store = new InfluxSampleStore(influxd.settings("away"), folder.resolve("spool.db"),
                        InfluxSampleStore.SPOOLED,
                        Duration.ofSeconds(30), Retention.DEFAULT, Clock.systemUTC())) {
            begun = System.nanoTime();
            int before = measure(store, BESIDE);
            influxd.kill();
            int meanwhile = measure(store, away);
            int spooled = store.waiting();
            long bytes = Files.size(folder.resolve("spool.db"));
            influxd.start();
            long started = System.nanoTime();
            int after = measure(store, BESIDE);
            awaitEmpty(store);
            double caughtUp = (System.nanoTime() - started) / 1e9;
            Found found = found(store);
            System.out.printf(
                    "InfluxDB away for %d s: written %d (%d before, %d meanwhile, %d after), spooled when it came back %d (%.1f MB), "
                            + "arrived %d, doubled %d, lost %d; all there %.0f s after its start%n", away.toSeconds(), written, before,
                            meanwhile, after, spooled,
                    bytes / 1e6, found.all(), found.all() - found.distinct(), written - found.distinct(), caughtUp);
            assertThat(spooled).as("what was measured meanwhile waited").isGreaterThanOrEqualTo(meanwhile);
            assertThat(found.distinct()).isEqualTo(written);
            assertThat(found.all()).isEqualTo(written);
            assertThat(store.statistics(Instant.now().minus(Duration.ofHours(2))).stream().mapToInt(statistic -> statistic.samples()).sum())
                    .as("the same in what is made of them").isEqualTo(written);
        }
    }

    private record Found(int all, int distinct) {}

    /** Goes on for so long; on a machine that cannot keep up with less. @return samples written */
    private int measure(InfluxSampleStore store, Duration time) {
        int first = written;
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            PathId path = path(probes++ % PATHS);
            Instant now = Instant.now();
            int number = written;
            List<Sample> samples = IntStream.range(0, ECHOES)
                    .mapToObj(i -> new Sample(path, Quantity.IDLE_RTT, number + i + 1, now.plusMillis(200L * i), "ping"))
                    .toList();
            assertThat(store.appendOnce("probe-" + probes, samples)).isTrue();
            written += ECHOES;
            // A pace, not a pause: what a busy machine was late is made up for.
            LockSupport.parkNanos(Math.max(0, begun + probes * EVERY_NANOS - System.nanoTime()));
        }
        return written - first;
    }

    private Found found(InfluxSampleStore store) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < PATHS; i++) {
            store.samples(path(i), Quantity.IDLE_RTT, written + 1).forEach(sample -> values.add(sample.value()));
        }
        Set<Double> distinct = new HashSet<>(values);
        assertThat(distinct).allMatch(value -> value >= 1 && value <= written);
        return new Found(values.size(), distinct.size());
    }

    private static void awaitEmpty(InfluxSampleStore store) {
        await("all to be told").atMost(Duration.ofMinutes(90)).until(() -> store.waiting() == 0);
    }

    private static PathId path(int number) {
        return new PathId(new AccessPoint("east" + number / 20, "Fibre", IpFamily.IPV4),
                new AccessPoint("west" + number % 20, "Fibre", IpFamily.IPV4));
    }
}
