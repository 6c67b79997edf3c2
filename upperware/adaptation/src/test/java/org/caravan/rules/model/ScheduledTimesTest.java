package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Random;
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
        assertThat(new Timing.ScheduledTimes(new Schedule(cron, OSLO)).latest(Instant.parse(at))).contains(Instant.parse(latest));
    }

    @Test
    void aTimeThatDoesNotOccurIsLeftOutAndOneThatOccursTwiceCountsTwice() {
        Timing.ScheduledTimes nightly = new Timing.ScheduledTimes(new Schedule("30 2 * * *", OSLO));
        // 29 March 2026: 02:00 becomes 03:00. 25 October 2026: 03:00 becomes 02:00.
        assertThat(nightly.latest(Instant.parse("2026-03-29T12:00:00Z"))).contains(Instant.parse("2026-03-28T01:30:00Z"));
        assertThat(nightly.latest(Instant.parse("2026-10-25T01:00:00Z"))).contains(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(nightly.latest(Instant.parse("2026-10-25T02:00:00Z"))).contains(Instant.parse("2026-10-25T01:30:00Z"));
    }

    /** The same, whatever was asked before. */
    @Test
    void whatIsKeptIsThatOfANewSearch() {
        Schedule schedule = new Schedule("*/20 6-8 * * MON,THU", OSLO);
        Timing.ScheduledTimes kept = new Timing.ScheduledTimes(schedule);
        Random random = new Random(1);
        Instant at = Instant.parse("2026-10-20T00:00:00Z");
        for (int i = 0; i < 300; i++) {
            at = at.plusSeconds(random.nextInt(10) == 0 ? -random.nextInt(90_000) : random.nextInt(20_000));
            assertThat(kept.latest(at)).as(at.toString()).isEqualTo(new Timing.ScheduledTimes(schedule).latest(at));
        }
    }
}
