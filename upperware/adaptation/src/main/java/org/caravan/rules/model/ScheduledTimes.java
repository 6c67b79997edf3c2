package org.caravan.rules.model;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.caravan.adaptation.Schedule;

/**
 * Times of a schedule. The search of the library goes back years for a rare day, so that its result is kept until the next scheduled time.
 * Used by one thread.
 */
final class ScheduledTimes {

    private static final CronParser UNIX = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

    private final ExecutionTime times;
    private final ZoneId zone;
    private Optional<Instant> latest = Optional.empty();
    /** The latest time is known from here, exclusive of {@link #until}. */
    private Instant from = Instant.MAX;
    private Instant until = Instant.MIN;

    ScheduledTimes(Schedule schedule) {
        this.times = ExecutionTime.forCron(UNIX.parse(schedule.cron()));
        this.zone = schedule.zone();
    }

    /** The latest scheduled time that is not after this one; empty if there was none. */
    Optional<Instant> latest(Instant at) {
        if (at.isBefore(from) || !at.isBefore(until)) {
            // The library leaves out the given time itself.
            latest = times.lastExecution(at.plusMillis(1).atZone(zone)).map(ZonedDateTime::toInstant);
            from = at;
            until = times.nextExecution(at.atZone(zone)).map(ZonedDateTime::toInstant).orElse(Instant.MAX);
        }
        return latest;
    }
}
