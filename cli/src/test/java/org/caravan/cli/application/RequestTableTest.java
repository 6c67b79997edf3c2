package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.EntryView;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.junit.jupiter.api.Test;

class RequestTableTest {

    @Test
    void anUnknownPercentileOfRoundTripsIsLeftOut() {
        assertThat(line(Optional.of(11.84), Optional.of(14.2))).endsWith("; 3.10 connections/s; RTT of connections 11.8 ms, p95 14.2 ms");
        assertThat(line(Optional.of(11.84), Optional.empty())).endsWith("; 3.10 connections/s; RTT of connections 11.8 ms");
        assertThat(line(Optional.empty(), Optional.empty())).endsWith("; 3.10 connections/s");
    }

    private static String line(Optional<Double> median, Optional<Double> p95) {
        Optional<EntryView> entry = Optional.of(new EntryView(Optional.empty(), Optional.of(3.1), Optional.of(5580L), median, p95));
        List<String> lines = RequestTable.lines(List.of(new RequestView("bergen", "home", State.NO_ROUTER, 41.2, 48.9, 6.1,
                Instant.parse("2026-11-26T02:00:00Z"), 0, 0, 0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), entry)));
        return lines.get(lines.size() - 1);
    }
}
