package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.caravan.api.application.BandwidthOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class BandwidthWordsTest {

    @Test
    void ratesHaveUnitsAndAShareHasNone() {
        assertThat(read("min 20Mbit/s max 50 Mbit/s share 3")).isEqualTo(new BandwidthOrder(Optional.of(20_000_000L),
                Optional.of(50_000_000L), Optional.of(3.0)));
        assertThat(read("max 1.5Gbit/s")).isEqualTo(new BandwidthOrder(Optional.empty(), Optional.of(1_500_000_000L),
                Optional.empty()));
        assertThat(read("share 0.5 min 64kbit/s")).isEqualTo(new BandwidthOrder(Optional.of(64_000L), Optional.empty(),
                Optional.of(0.5)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"min", "min 20", "20Mbit/s", "min 20Mbit/s min 30Mbit/s", "share 3Mbit/s", "min -5Mbit/s", "min 20MB/s",
            "min 20Mbit/s fast"})
    void otherWordsAreRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(ParameterException.class)
                .hasMessageContaining("Maybe write it as in: min 20Mbit/s max 50Mbit/s share 3");
    }

    private static BandwidthOrder read(String text) {
        CommandSpec spec = CommandSpec.create();
        new CommandLine(spec);
        return BandwidthSetCommand.BandwidthWords.read(List.of(text.split(" ")), spec);
    }
}
