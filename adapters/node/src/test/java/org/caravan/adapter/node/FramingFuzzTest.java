package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.ssh.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No content of a call is read as anything but that call's text, by the bash that nodes run. {@code caravan bench framing} runs all of it.
 */
class FramingFuzzTest {

    private static final long SEED = 20261125;
    private static final Duration LONG = Duration.ofSeconds(60);
    /** A header that lost its end waits for more until its call's time is over. */
    private static final Duration SHORT = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private final LocalBash bash = new LocalBash();

    @BeforeEach
    void begin() {
        assumeTrue(Files.isWritable(Path.of("/run")), "SKIPPED: remote sessions need root on Linux");
    }

    @AfterEach
    void end() {
        bash.close();
    }

    @Test
    void aSampleOfHostileCallsRunsExactlyAsSent() throws Exception {
        hostileCalls(400, 1);
    }

    @Test
    void aSampleOfDamagedCallsIsRefusedOrEndsItsSession() throws Exception {
        damagedCalls(200, 8, 1);
    }

    @Test
    @Tag("slow")
    void aHundredThousandHostileCallsRunExactlyAsSent() throws Exception {
        hostileCalls(100_000, 2);
    }

    @Test
    @Tag("slow")
    void twoThousandCallsOfWhichManyAreDamagedNeverRunChanged() throws Exception {
        damagedCalls(2_000, 10, 8);
    }

    private FramingFuzz at(int machines) {
        return new FramingFuzz(IntStream.rangeClosed(1, machines).mapToObj(number -> new Machine("pi-" + number, "127.0.0.1", 22, "bed"))
                .toList(),
                folder.resolve("proof"));
    }

    private void hostileCalls(int count, int machines) throws Exception {
        FramingFuzz fuzz = at(machines);
        fuzz.run(bash, SEED, count, LONG);
        System.out.println("framing: " + fuzz + ", sessions " + bash.begun.size());
        assertThat(fuzz.count(FramingFuzz.End.SHIFTED)).as(fuzz.odd()).isZero();
        assertThat(fuzz.count(FramingFuzz.End.RAN_AS_SENT) + fuzz.count(FramingFuzz.End.REFUSED_AT_SENDER)).as(fuzz.toString())
                .isEqualTo(count);
        assertThat(fuzz.count(FramingFuzz.End.REFUSED_AT_SENDER)).isPositive();
        assertThat(bash.begun).as("sessions").hasSize(machines);
    }

    private void damagedCalls(int count, int oneIn, int machines) throws Exception {
        FramingFuzz fuzz = at(machines);
        fuzz.run(new DamagingShell(bash, new Random(SEED), oneIn), SEED, count, SHORT);
        System.out.println("framing, one in " + oneIn + " damaged: " + fuzz + ", sessions " + bash.begun.size());
        assertThat(fuzz.count(FramingFuzz.End.SHIFTED)).as(fuzz.odd()).isZero();
        // Most damage ends the session; in a small sample all of it may.
        assertThat(fuzz.count(FramingFuzz.End.REFUSED_AT_NODE) + fuzz.count(FramingFuzz.End.ENDED_WITH_SESSION)).isPositive();
        assertThat(fuzz.sent()).isEqualTo(count);
    }
}
