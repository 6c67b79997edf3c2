package org.caravan.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.lxc.NodeMeasurement.Reading;
import org.caravan.api.node.HostCapability;
import org.caravan.json.Json;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Speed of a core from the measurement of a whole host. */
class HostSpeedsTest {

    private static HostCapability measured(String what, double mean, Optional<Integer> threads) {
        return new HostCapability(1, Instant.parse("2026-11-26T12:00:00Z"), List.of(new HostCapability.Figure(what, "events/s", mean,
                1, 5)),
                Optional.empty(), Optional.empty(), threads);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1, 1", "880, 4, 0.22", "8040, 4, 2", "12649, 8, 1.6", "500, 0.5, 0.5"})
    void isThatOfOneCoreInTwoDigits(double events, double cores, double speed) {
        assertThat(HostSpeeds.speed(measured("cpu", events, Optional.empty()), new MilliCores(Math.round(cores * 1_000)))).contains(speed);
    }

    /** A container offers 2 of the 8 processors on which the test runs. */
    @Test
    void isThatOfOneThread() {
        List<Reading> readings = List.of(new Reading(Reading.THREADS, "threads", 8), new Reading("cpu", "events/s", 8_000));
        assertThat(Capabilities.threads(readings)).contains(8);
        assertThat(Capabilities.figures(readings)).extracting(HostCapability.Figure::what).containsExactly("cpu");
        assertThat(HostSpeeds.speed(measured("cpu", 8_000, Capabilities.threads(readings)), MilliCores.ofCores(2))).contains(1.0);
    }

    @Test
    void aRecordOfAnEarlierVersionHasNoThreads() {
        String json = "{\"version\":1,\"measuredAt\":\"2026-11-26T12:00:00Z\",\"figures\":[]}";
        assertThat(Json.read(json, HostCapability.class).threads()).isEmpty();
    }

    @Test
    void isUnknownWithoutAMeasuredProcessor() {
        assertThat(HostSpeeds.speed(measured("memory", 1_000, Optional.empty()), MilliCores.ofCores(1))).isEmpty();
        assertThat(HostSpeeds.speed(measured("cpu", 0, Optional.empty()), MilliCores.ofCores(1))).isEmpty();
    }
}
