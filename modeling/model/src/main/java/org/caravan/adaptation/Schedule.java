package org.caravan.adaptation;

import java.time.ZoneId;

/**
 * Times of day at which a rule is due: minute, hour, day of month, month and day of week as in crontab(5) of Unix. If both days are
 * restricted, one of them suffices. A time that a change to summer time leaves out does not occur on that day; one that occurs twice in
 * autumn counts twice.
 *
 * @param cron five fields, for example {@code 0 8 * * MON-FRI}; the validation of models rejects others
 * @param zone whose local time counts
 */
public record Schedule(String cron, ZoneId zone) {

    /** As models write it: {@code cron "0 8 * * MON-FRI" zone "Europe/Oslo"}. */
    @Override
    public String toString() {
        return "cron \"" + cron + "\" zone \"" + zone + "\"";
    }
}
