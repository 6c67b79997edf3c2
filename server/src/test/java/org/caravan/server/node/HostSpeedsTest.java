package org.caravan.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.node.HostCapability;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Speed of a core from the measurement of a whole host. */
class HostSpeedsTest {

    private static HostCapability measured(String what, double mean) {
        return new HostCapability(1, Instant.parse("2026-11-26T12:00:00Z"), List.of(new HostCapability.Figure(what, "events/s", mean, 1,
                5)),
                Optional.empty(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"1000, 1, 1", "880, 4, 0.22", "8040, 4, 2", "12649, 8, 1.6", "500, 0.5, 0.5"})
    void isThatOfOneCoreInTwoDigits(double events, double cores, double speed) {
        assertThat(HostSpeeds.speed(measured("cpu", events), new MilliCores(Math.round(cores * 1_000)))).contains(speed);
    }

    @Test
    void isUnknownWithoutAMeasuredProcessor() {
        assertThat(HostSpeeds.speed(measured("memory", 1_000), MilliCores.ofCores(1))).isEmpty();
        assertThat(HostSpeeds.speed(measured("cpu", 0), MilliCores.ofCores(1))).isEmpty();
    }
}
