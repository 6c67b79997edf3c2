package org.caravan.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.measure.PathId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedLinesTest {

    private static final PathId PATH = PathId.parse("a.Net/ipv4 -> b.Net/ipv4");

    @TempDir
    Path folder;

    private double added(String text) throws IOException {
        Path file = folder.resolve("simulated-lines.txt");
        Files.writeString(file, text);
        return new SimulatedLines(file).now().applyAsDouble(PATH);
    }

    @Test
    void bothEndsCount() throws IOException {
        assertThat(new SimulatedLines(folder.resolve("none.txt")).now().applyAsDouble(PATH)).isZero();
        assertThat(added("a 40\n\nb 2.5\nc 7\n")).isEqualTo(42.5);
        assertThat(added("b cut\n")).isInfinite();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "-1", "Infinity", "much", "4 0"})
    void aFileWithAnotherNumberIsNotUsed(String millis) throws IOException {
        assertThat(added("a 40\nb " + millis + "\n")).isZero();
    }
}
