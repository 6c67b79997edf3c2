package org.caravan.dsl.validation;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/** What is wrong with a schedule in the syntax of crontab(5). */
final class CronSyntax {

    private static final CronParser UNIX = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    /** Longest text: fields with lists are far shorter, and parsing a hostile one stays cheap. */
    private static final int LONGEST = 100;
    private static final int FIELDS = 5;

    private CronSyntax() {}

    /** Why a text is no schedule, without a full stop; empty if it is one. */
    static Optional<String> violation(String cron) {
        if (cron.length() > LONGEST) {
            return Optional.of("it has more than " + LONGEST + " characters");
        }
        if (cron.strip().split(" +").length != FIELDS) {
            return Optional.of("it does not have the five fields minute, hour, day of month, month, day of week");
        }
        try {
            Cron read = UNIX.parse(cron);
            return ExecutionTime.forCron(read).nextExecution(Instant.EPOCH.atZone(ZoneOffset.UTC)).isEmpty()
                    ? Optional.of("no such day exists") : Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of("one of its fields has another form, or is out of range");
        }
    }
}
