package org.caravan.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The program on the node divides exactly as the allocator does. */
@EnabledIf("hasPerl")
class ShaperProgramTest {

    private static final BitRate LINE = BitRate.ofMbps(94);

    @TempDir
    private Path folder;

    static boolean hasPerl() {
        return Files.isExecutable(Path.of("/usr/bin/perl"));
    }

    @Test
    void itDividesAsTheAllocator() throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        Random random = new Random(7);
        for (int example = 0; example < 20; example++) {
            List<Claim> claims = CreditAllocatorTest.generated(random);
            List<Double> expected = CreditAllocator.credits(LINE, claims);
            List<Double> parts = divided(program, claims);
            assertThat(parts).hasSameSizeAs(expected);
            for (int index = 0; index < parts.size(); index++) {
                assertThat(parts.get(index)).as(claims.toString()).isCloseTo(expected.get(index), within(1.0));
            }
        }
    }

    private static List<Double> divided(Path program, List<Claim> claims) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/usr/bin/perl", program.toString(), "divide", Long.toString(LINE.value()))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        StringBuilder lines = new StringBuilder();
        claims.forEach(claim -> lines.append(claim.min().value()).append(' ')
                .append(claim.max().map(max -> Long.toString(max.value())).orElse("-")).append(' ').append(claim.share()).append('\n'));
        process.getOutputStream().write(lines.toString().getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        List<Double> parts = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().map(Double::valueOf)
                .toList();
        assertThat(process.waitFor()).isZero();
        return parts;
    }
}
