package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Words for shells are quoted in one place, which refuses what no shell can hold: a second one would let NULs through again (finding C1 of
 * the review of 2026-11-25).
 */
class QuotingTest {

    private static final String QUOTED_QUOTE = "'\\\\''";

    @Test
    void onlyShellWordQuotesForShells() throws IOException {
        Path root = Path.of("..").toRealPath();
        try (Stream<Path> files = Files.walk(root)) {
            List<String> quoting = files.filter(file -> file.toString().endsWith(".java") && file.toString().contains("/src/main/"))
                    .filter(QuotingTest::quotes).map(file -> file.getFileName().toString()).toList();
            assertThat(quoting).containsExactly("ShellWord.java");
        }
    }

    private static boolean quotes(Path file) {
        try {
            return Files.readString(file).contains(QUOTED_QUOTE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
