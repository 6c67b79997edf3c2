package org.caravan.rules.model;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.caravan.adaptation.Schedule;

/** Times of a schedule. */
final class ScheduledTimes {

    private static final CronParser UNIX = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

    private ScheduledTimes() {}

    /** The latest scheduled time that is not after this one; empty if there was none. */
    static Optional<Instant> latest(Schedule schedule, Instant at) {
        // The library leaves out the given time itself.
        return ExecutionTime.forCron(UNIX.parse(schedule.cron())).lastExecution(at.plusMillis(1).atZone(schedule.zone()))
                .map(ZonedDateTime::toInstant);
    }
}
