package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class BandwidthWordsTest {

    @Test
    void ratesHaveUnitsAndAShareHasNone() {
        assertThat(read("min 20Mbit/s max 50 Mbit/s share 3")).isEqualTo(Map.of("minBitsPerSecond", 20_000_000L, "maxBitsPerSecond",
                50_000_000L, "share", 3.0));
        assertThat(read("max 1.5Gbit/s")).isEqualTo(Map.of("maxBitsPerSecond", 1_500_000_000L));
        assertThat(read("share 0.5 min 64kbit/s")).isEqualTo(Map.of("share", 0.5, "minBitsPerSecond", 64_000L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"min", "min 20", "20Mbit/s", "min 20Mbit/s min 30Mbit/s", "share 3Mbit/s", "min -5Mbit/s", "min 20MB/s",
            "min 20Mbit/s fast"})
    void otherWordsAreRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(ParameterException.class)
                .hasMessageContaining("Maybe write it as in: min 20Mbit/s max 50Mbit/s share 3");
    }

    private static Map<String, Object> read(String text) {
        CommandSpec spec = CommandSpec.create();
        new CommandLine(spec);
        return BandwidthWords.read(List.of(text.split(" ")), spec);
    }
}
