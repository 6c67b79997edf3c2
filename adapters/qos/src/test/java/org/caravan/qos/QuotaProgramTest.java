package org.caravan.qos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Counting of a quota on the node, by clocks that are right, jump, or are not set. */
@EnabledIf("org.caravan.qos.ShaperProgramTest#hasPerl")
class QuotaProgramTest {

    @TempDir
    private Path folder;

    @Test
    void itIsUsedUpAtTheByteAndRenewedAtMidnight() throws Exception {
        assertThat(counted("5000000", "day", "2027-03-31T23:59:57Z 4999999", "2027-03-31T23:59:58Z 1", "2027-03-31T23:59:59Z 7",
                "2027-04-01T00:00:00Z 3")).containsExactly("2027-03-31 4999999 within", "2027-03-31 5000000 over",
                "2027-03-31 5000007 over", "2027-04-01 3 within");
        assertThat(counted("10", "month", "2028-02-29T23:59:59Z 10", "2028-03-01T00:00:00Z 9")).containsExactly("2028-02-01 10 over",
                "2028-03-01 9 within");
    }

    @Test
    void aClockThatIsSetBackGivesNoQuotaTwice() throws Exception {
        assertThat(counted("10", "day", "2027-03-02T00:00:01Z 10", "2027-03-01T23:59:59Z 1", "2027-03-02T00:00:02Z 1")).as(
                "around midnight").containsExactly("2027-03-02 10 over", "2027-03-01 11 over", "2027-03-02 12 over");
        assertThat(counted("10", "day", "2027-03-01T23:59:59Z 10", "2027-03-02T00:00:00Z 4", "2027-03-01T23:59:59Z 1",
                "2027-03-02T00:00:00Z 1")).containsExactly("2027-03-01 10 over", "2027-03-02 4 within", "2027-03-01 15 over",
                "2027-03-02 6 within");
    }

    @Test
    void aClockThatWasAheadLeavesNeitherAFreshQuotaNorOneThatIsNeverRenewed() throws Exception {
        assertThat(counted("10", "month", "2027-06-10T00:00:00Z 6", "2031-01-05T00:00:00Z 3", "2027-06-10T00:00:01Z 0",
                "2027-07-01T00:00:00Z 2", "2031-01-05T00:00:00Z 0")).containsExactly("2027-06-01 6 within", "2031-01-01 3 within",
                "2027-06-01 9 within", "2027-07-01 2 within", "2031-01-01 5 within");
        assertThat(counted("10", "month", "2031-01-05T00:00:00Z 10", "2027-06-10T00:00:00Z 1", "2027-07-01T00:00:00Z 1")).as(
                "ahead from the start").containsExactly("2031-01-01 10 over", "2027-06-01 11 over", "2027-07-01 1 within");
    }

    /** A board without a clock of its own starts in 1970. */
    @Test
    void aClockThatIsNotSetBeginsNoPeriod() throws Exception {
        assertThat(counted("10", "month", "2027-06-10T00:00:00Z 8", "1970-01-01T00:00:09Z 1", "2027-06-10T00:02:00Z 1",
                "1970-01-01T00:00:09Z 1", "2027-07-01T00:00:00Z 1")).containsExactly("2027-06-01 8 within", "2027-06-01 9 within",
                "2027-06-01 10 over", "2027-06-01 11 over", "2027-07-01 1 within");
    }

    /** With a clock that only goes forward, a period has what was sent in it; however it jumps about, no byte is forgotten. */
    @Test
    void randomClocks() throws Exception {
        Random random = new Random(11);
        long begin = Instant.parse("2027-01-01T00:00:00Z").getEpochSecond();
        List<String> lines = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        long at = begin;
        long used = 0;
        for (int step = 0; step < 200; step++) {
            long next = at + random.nextInt(40_000);
            long bytes = random.nextInt(100);
            used = Instant.ofEpochSecond(next).truncatedTo(ChronoUnit.DAYS).equals(Instant.ofEpochSecond(at).truncatedTo(ChronoUnit.DAYS))
                    ? used + bytes : bytes;
            lines.add(Instant.ofEpochSecond(next) + " " + bytes);
            expected.add(Instant.ofEpochSecond(next).atZone(ZoneOffset.UTC).toLocalDate() + " " + used
                    + (used >= 150 ? " over" : " within"));
            at = next;
        }
        assertThat(counted("150", "day", lines.toArray(String[]::new))).isEqualTo(expected);

        lines.clear();
        for (int step = 0; step < 100; step++) {
            lines.add(Instant.ofEpochSecond(begin + random.nextInt(3) * 86_400L) + " 10"); // back and forth between three days
        }
        List<String> jumping = counted("150", "day", lines.toArray(String[]::new));
        assertThat(jumping.subList(60, 100)).as("three days give three quotas at most").allMatch(line -> line.endsWith("over"));
    }

    /** @return date of the begin of the period, bytes, over or within */
    private List<String> counted(String quota, String period, String... lines) throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            String[] words = line.split(" ");
            text.append(Instant.parse(words[0]).getEpochSecond()).append(' ').append(words[1]).append('\n');
        }
        Path input = Files.writeString(folder.resolve("sent"), text);
        Process process = new ProcessBuilder("/usr/bin/perl", program.toString(), "quota", quota, period).redirectErrorStream(true)
                .redirectInput(input.toFile()).start();
        List<String> printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", printed)).isZero();
        return printed.stream().map(line -> {
            String[] words = line.split(" ", 2);
            return Instant.ofEpochSecond(Long.parseLong(words[0])).atZone(ZoneOffset.UTC).toLocalDate() + " " + words[1];
        }).toList();
    }
}
