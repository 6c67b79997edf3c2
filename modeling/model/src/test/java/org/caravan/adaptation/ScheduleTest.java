package org.caravan.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

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
        assertThat(new Schedule(cron, OSLO).latest(Instant.parse(at))).contains(Instant.parse(latest));
    }

    @Test
    void aTimeThatDoesNotOccurIsLeftOutAndOneThatOccursTwiceCountsTwice() {
        Schedule nightly = new Schedule("30 2 * * *", OSLO);
        // 29 March 2026: 02:00 becomes 03:00. 25 October 2026: 03:00 becomes 02:00.
        assertThat(nightly.latest(Instant.parse("2026-03-29T12:00:00Z"))).contains(Instant.parse("2026-03-28T01:30:00Z"));
        assertThat(nightly.latest(Instant.parse("2026-10-25T01:00:00Z"))).contains(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(nightly.latest(Instant.parse("2026-10-25T02:00:00Z"))).contains(Instant.parse("2026-10-25T01:30:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* * * *", "* * * * * *", "60 0 * * *", "0 24 * * *", "0 0 32 * *", "0 0 * 13 *", "0 0 * * FUNDAY",
        "a b c d e", "0 0 30 2 *", "99999999999999999999 * * * *", "*/0 * * * *", "0 0 * * ; DROP"})
    void badTextsAreRefused(String cron) {
        assertThat(Schedule.violation(cron)).isPresent();
    }

    @Test
    void longTextsAreRefusedUnread() {
        assertThat(Schedule.violation("0," .repeat(60) + "0 * * * *")).contains("it has more than 100 characters");
        assertThat(Schedule.violation("0 8 * * MON-FRI")).isEmpty();
        assertThat(Schedule.zone("Europe/Olso")).isEmpty();
        assertThat(Schedule.zone("UTC").map(zone -> zone.normalized())).contains(ZoneOffset.UTC);
    }
}
