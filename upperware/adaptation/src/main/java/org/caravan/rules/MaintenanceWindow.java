package org.caravan.rules;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Weekly period in which automatic plans may disturb copies that run well. Times of day are local, so that a change to summer time moves
 * the window with the clocks of people.
 *
 * @param days days on which the window begins, at least one
 * @param until end; a window that does not end after its begin ends on the next day
 */
public record MaintenanceWindow(Set<DayOfWeek> days, LocalTime from, LocalTime until, ZoneId zone) {

    private static final Pattern TEXT = Pattern.compile(
            "([A-Z]{3})-([A-Z]{3}) (\\d{2}:\\d{2})-(\\d{2}:\\d{2}) ([A-Za-z0-9_+/-]{1,40})");
    private static final int WEEK = 7;

    public MaintenanceWindow {
        if (days.isEmpty()) {
            throw new IllegalArgumentException("a maintenance window has a day");
        }
        days = Set.copyOf(days);
    }

    /**
     * Reads {@code SAT-SUN 02:00-05:00 Europe/Oslo}.
     *
     * @throws IllegalArgumentException if the text is no window
     */
    public static MaintenanceWindow parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (parts.matches()) {
            Optional<DayOfWeek> first = day(parts.group(1));
            Optional<DayOfWeek> last = day(parts.group(2));
            try {
                if (first.isPresent() && last.isPresent()) {
                    return new MaintenanceWindow(between(first.get(), last.get()), LocalTime.parse(parts.group(3)),
                            LocalTime.parse(parts.group(4)), ZoneId.of(parts.group(5)));
                }
            } catch (DateTimeException wrong) {
                throw refused(text, wrong);
            }
        }
        throw refused(text, null);
    }

    private static IllegalArgumentException refused(String text, Exception cause) {
        return new IllegalArgumentException("The maintenance window (" + text
                + ") cannot be read.\nMaybe use SAT-SUN 02:00-05:00 Europe/Oslo.", cause);
    }

    private static Optional<DayOfWeek> day(String word) {
        return Arrays.stream(DayOfWeek.values()).filter(day -> day.name().startsWith(word.toUpperCase(Locale.ROOT))).findFirst();
    }

    private static Set<DayOfWeek> between(DayOfWeek first, DayOfWeek last) {
        EnumSet<DayOfWeek> days = EnumSet.of(first);
        for (DayOfWeek day = first; day != last; day = day.plus(1)) {
            days.add(day.plus(1));
        }
        return days;
    }

    public boolean contains(Instant now) {
        LocalDate today = now.atZone(zone).toLocalDate();
        return within(now, today) || within(now, today.minusDays(1));
    }

    private boolean within(Instant now, LocalDate begun) {
        return days.contains(begun.getDayOfWeek()) && !now.isBefore(begin(begun)) && now.isBefore(end(begun));
    }

    private Instant begin(LocalDate day) {
        return ZonedDateTime.of(day, from, zone).toInstant();
    }

    private Instant end(LocalDate day) {
        return ZonedDateTime.of(until.isAfter(from) ? day : day.plusDays(1), until, zone).toInstant();
    }

    /** The earliest time from now on that is within the window. */
    public Instant next(Instant now) {
        if (contains(now)) {
            return now;
        }
        LocalDate today = now.atZone(zone).toLocalDate();
        return today.datesUntil(today.plusDays(WEEK + 1)).filter(day -> days.contains(day.getDayOfWeek())).map(this::begin)
                .filter(now::isBefore).findFirst().orElseThrow();
    }
}
