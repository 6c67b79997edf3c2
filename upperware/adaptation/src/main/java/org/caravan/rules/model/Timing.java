package org.caravan.rules.model;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Schedule;

/**
 * Fact of the rules: when a subject, which is a rule or a constraint, is due. Public only because compiled rules access it.
 *
 * @param periodic whether only time triggers it
 * @param since start of the first period, in epoch milliseconds
 * @param holdsMillis how long the condition must hold, in ms
 * @param gapMillis least time between two executions, in ms
 * @param times how often the condition must begin to hold; 0 if it must hold now
 * @param withinMillis window in which it must do so, in ms
 * @param schedule times of day at which it is due; null if there is none
 * @param oncePerRun whether it is due only once while its condition holds without interruption
 */
public record Timing(String subject, boolean periodic, long since, long holdsMillis, int times, long withinMillis, long gapMillis,
        Timing.ScheduledTimes schedule, boolean oncePerRun) {

    /** How long a rule is due after its scheduled time, in ms: an action for the morning does not run in the evening after a freeze. */
    private static final long SCHEDULED_FOR = 600_000;

    /** Constraints whose truth changes often are not reported more often than this. */
    private static final long CONSTRAINT_GAP = 600_000;
    private static final String RULE = "rule ";
    private static final String CONSTRAINT = "constraint ";

    static Timing of(Rule rule, long since) {
        long gap = Math.max(RuleProgram.millis(rule.everySeconds().orElse(0.0)), RuleProgram.millis(rule.pauseSeconds().orElse(0.0)));
        return new Timing(rule(rule.id()), rule.everySeconds().isPresent() && rule.when().isEmpty(), since,
                RuleProgram.millis(rule.holdsSeconds().orElse(0.0)),
                rule.repeat().map(Rule.Repeat::times).orElse(0),
                rule.repeat().map(repeat -> RuleProgram.millis(repeat.withinSeconds())).orElse(0L), gap,
                rule.schedule().map(ScheduledTimes::new).orElse(null),
                gap == 0);
    }

    static Timing ofConstraint(String constraintId) {
        return new Timing(constraint(constraintId), false, 0, 0, 0, 0, CONSTRAINT_GAP, null, true);
    }

    static String rule(String ruleId) {
        return RULE + ruleId;
    }

    static String constraint(String constraintId) {
        return CONSTRAINT + constraintId;
    }

    /** Whether it is due by how often its condition begins to hold. Public only because compiled rules access it. */
    public boolean counts() {
        return times > 0;
    }

    /** Whether times of day trigger it. Public only because compiled rules access it. */
    public boolean scheduled() {
        return schedule != null;
    }

    /**
     * Scheduled time for which it is due at this time, both in epoch milliseconds; -1 if there is none. Public only because compiled rules
     * access it.
     */
    public long scheduledFor(long now) {
        return schedule.latest(Instant.ofEpochMilli(now)).map(Instant::toEpochMilli)
                .filter(at -> at >= since && at > now - SCHEDULED_FOR).orElse(-1L);
    }

    /** When time alone makes it due, after this time, both in epoch milliseconds; {@link Long#MIN_VALUE} if it never does. */
    long next(long now) {
        if (scheduled()) {
            return schedule.next(Instant.ofEpochMilli(now)).map(Instant::toEpochMilli).orElse(Long.MIN_VALUE);
        }
        return periodic ? since + gapMillis : Long.MIN_VALUE;
    }

    boolean isRule() {
        return subject.startsWith(RULE);
    }

    /** Id of the rule or constraint. */
    String id() {
        return subject.substring((isRule() ? RULE : CONSTRAINT).length());
    }

    /**
     * Times of a schedule. The search of the library goes back years for a rare day, so that its result is kept until the next scheduled
     * time. Used by one thread.
     */
    static final class ScheduledTimes {

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
            search(at);
            return latest;
        }

        /** The earliest scheduled time after this one; empty if there is none. */
        Optional<Instant> next(Instant at) {
            search(at);
            return until.equals(Instant.MAX) ? Optional.empty() : Optional.of(until);
        }

        private void search(Instant at) {
            if (at.isBefore(from) || !at.isBefore(until)) {
                // The library leaves out the given time itself.
                latest = times.lastExecution(at.plusMillis(1).atZone(zone)).map(ZonedDateTime::toInstant);
                from = at;
                until = times.nextExecution(at.atZone(zone)).map(ZonedDateTime::toInstant).orElse(Instant.MAX);
            }
        }
    }
}
