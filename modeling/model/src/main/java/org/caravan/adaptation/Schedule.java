package org.caravan.adaptation;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * Times of day at which a rule is due: minute, hour, day of month, month and day of week as in crontab(5) of Unix. If both days are
 * restricted, one of them suffices. A time that a change to summer time leaves out does not occur on that day; one that occurs twice in
 * autumn counts twice.
 *
 * @param cron five fields, for example {@code 0 8 * * MON-FRI}
 * @param zone whose local time counts
 */
public record Schedule(String cron, ZoneId zone) {

    /** Longest text: fields with lists are far shorter, and the parser of a hostile one stays cheap. */
    private static final int LONGEST = 100;

    /** @throws IllegalArgumentException if the text has no five fields that can be read */
    public Schedule {
        violation(cron).ifPresent(why -> {
            throw new IllegalArgumentException("the schedule " + cron + " cannot be read: " + why);
        });
    }

    /** Why a text is no schedule, without a full stop; empty if it is one. */
    public static Optional<String> violation(String cron) {
        if (cron.length() > LONGEST) {
            return Optional.of("it has more than " + LONGEST + " characters");
        }
        if (cron.strip().split(" +").length != 5) {
            return Optional.of("it does not have the five fields minute, hour, day of month, month, day of week");
        }
        try {
            Cron read = Parser.UNIX.parse(cron);
            return ExecutionTime.forCron(read).nextExecution(Instant.EPOCH.atZone(ZoneId.of("Z"))).isEmpty()
                    ? Optional.of("no such day exists") : Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of("one of its fields has another form, or is out of range");
        }
    }

    /** The zone with this name of the tz database; empty if there is none. */
    public static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(ZoneId.of(name));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    /** The latest scheduled time that is not after this one; empty if there was none. */
    public Optional<Instant> latest(Instant at) {
        ExecutionTime times = ExecutionTime.forCron(Parser.UNIX.parse(cron));
        return times.lastExecution(at.plusMillis(1).atZone(zone)).map(ZonedDateTime::toInstant);
    }

    /** As models write it: {@code cron "0 8 * * MON-FRI" zone "Europe/Oslo"}. */
    @Override
    public String toString() {
        return "cron \"" + cron + "\" zone \"" + zone + "\"";
    }

    /** Loaded only where a model has a schedule. */
    private static final class Parser {
        static final CronParser UNIX = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    }
}
