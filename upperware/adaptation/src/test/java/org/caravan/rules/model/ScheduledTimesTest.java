package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.caravan.adaptation.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduledTimesTest {

    private static final ZoneId OSLO = ZoneId.of("Europe/Oslo");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "0 8 * * MON-FRI   | 2026-11-26T07:00:00.000Z | 2026-11-26T07:00:00Z",
            "0 8 * * MON-FRI   | 2026-11-26T06:59:59.999Z | 2026-11-25T07:00:00Z",
            "0 8 * * MON-FRI   | 2026-11-29T12:00:00.000Z | 2026-11-27T07:00:00Z",
            "30 2 1,15 * *     | 2026-11-26T12:00:00.000Z | 2026-11-15T01:30:00Z",
            // Both days are restricted: one of them suffices, as in crontab(5).
            "0 0 1 * WED       | 2026-11-26T12:00:00.000Z | 2026-11-24T23:00:00Z",
            "*/15 * * * *      | 2026-11-26T12:44:00.000Z | 2026-11-26T12:30:00Z"})
    void theLatestTimeIsInTheTimeZone(String cron, String at, String latest) {
        assertThat(ScheduledTimes.latest(new Schedule(cron, OSLO), Instant.parse(at))).contains(Instant.parse(latest));
    }

    @Test
    void aTimeThatDoesNotOccurIsLeftOutAndOneThatOccursTwiceCountsTwice() {
        Schedule nightly = new Schedule("30 2 * * *", OSLO);
        // 29 March 2026: 02:00 becomes 03:00. 25 October 2026: 03:00 becomes 02:00.
        assertThat(ScheduledTimes.latest(nightly, Instant.parse("2026-03-29T12:00:00Z"))).contains(Instant.parse("2026-03-28T01:30:00Z"));
        assertThat(ScheduledTimes.latest(nightly, Instant.parse("2026-10-25T01:00:00Z"))).contains(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(ScheduledTimes.latest(nightly, Instant.parse("2026-10-25T02:00:00Z"))).contains(Instant.parse("2026-10-25T01:30:00Z"));
    }
}
