package org.caravan.server.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.store.Retention;
import org.caravan.store.SqliteSampleStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probe, event, store: killed at any moment, a sample whose append returned is in the store once, and no sample twice. */
@Tag("long")
class KilledEventPathTest {

    private static final int ROUND = 10_000;

    @TempDir
    Path folder;

    @Test
    void nothingIsLostOrDoubledOverKills() throws Exception {
        Random random = new Random(4);
        Set<Integer> told = new TreeSet<>();
        List<String> modes = List.of("tell", "stuck", "tell", "stuck", "tell");
        for (int round = 0; round < modes.size(); round++) {
            told.addAll(toldUntilKilled(modes.get(round), round * ROUND, 30 + random.nextInt(60)));
        }
        drain(modes.size() * ROUND);

        List<Integer> kept = kept();
        assertThat(kept).doesNotHaveDuplicates().containsAll(told);
        // Of each round at most the one whose append had not returned.
        assertThat(kept).hasSizeLessThanOrEqualTo(told.size() + modes.size() + 1);
        System.out.println("killed " + modes.size() + " times: " + told.size() + " samples told, " + kept.size() + " kept, none twice");
    }

    private void drain(int first) throws Exception {
        Process process = process("drain", first);
        try {
            await("all that waited to be kept").until(() -> !process.isAlive());
        } finally {
            process.destroyForcibly().waitFor();
            assertThat(Files.readString(said(first))).as("what it said").contains("drained");
        }
    }

    private Set<Integer> toldUntilKilled(String mode, int first, int wanted) throws Exception {
        Process process = process(mode, first);
        try {
            await(wanted + " samples").failFast("it ended",
                    () -> assertThat(process.isAlive()).as("process %s: %s", mode, Files.readString(said(first))).isTrue())
                    .until(() -> told(first).size() >= wanted);
        } finally {
            process.destroyForcibly().waitFor();
        }
        // What it still said before it died counts as well.
        return told(first);
    }

    /** A last line that was cut short says nothing. */
    private Set<Integer> told(int first) throws IOException {
        String text = Files.readString(said(first));
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().filter(line -> line.startsWith("told "))
                .map(line -> Integer.parseInt(line.substring(5))).collect(Collectors.toSet());
    }

    private Path said(int first) {
        return folder.resolve(first + ".log");
    }

    private List<Integer> kept() {
        try (SampleStore store = new SqliteSampleStore(folder.resolve("samples.db"), Retention.DEFAULT, Clock.systemUTC())) {
            return store.samples(TellsUntilKilled.PATH, Quantity.IDLE_RTT, 1_000_000).stream().map(Sample::value).map(Double::intValue)
                    .toList();
        }
    }

    private Process process(String mode, int first) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-Xmx128m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                TellsUntilKilled.class.getName(), folder.toString(), Integer.toString(first), mode).redirectErrorStream(true)
                .redirectOutput(said(first).toFile()).start();
    }
}
