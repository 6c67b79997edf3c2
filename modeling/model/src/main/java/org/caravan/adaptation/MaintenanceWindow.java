package org.caravan.adaptation;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Weekly period in which automatic plans may disturb copies that run well. Times of day are local, so that a change to summer time moves
 * the window with the clocks of people.
 *
 * @param first first of the successive days on which the window begins
 * @param last last of these days; a period from Friday to Monday has four
 * @param until end; a window that does not end after its begin ends on the next day
 */
public record MaintenanceWindow(DayOfWeek first, DayOfWeek last, LocalTime from, LocalTime until, ZoneId zone) {

    private static final Pattern TEXT = Pattern.compile(
            "([A-Z]{3})-([A-Z]{3}) (\\d{2}:\\d{2})-(\\d{2}:\\d{2}) ([A-Za-z0-9_+/-]{1,40})");
    private static final int WEEK = 7;

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
                    return new MaintenanceWindow(first.get(), last.get(), LocalTime.parse(parts.group(3)),
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

    /** Whether a window begins on this day of the week. */
    private boolean begins(DayOfWeek day) {
        return Math.floorMod(day.getValue() - first.getValue(), WEEK) <= Math.floorMod(last.getValue() - first.getValue(), WEEK);
    }

    public boolean contains(Instant now) {
        LocalDate today = now.atZone(zone).toLocalDate();
        return within(now, today) || within(now, today.minusDays(1));
    }

    private boolean within(Instant now, LocalDate begun) {
        return begins(begun.getDayOfWeek()) && !now.isBefore(begin(begun)) && now.isBefore(end(begun));
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
        return today.datesUntil(today.plusDays(WEEK + 1)).filter(day -> begins(day.getDayOfWeek())).map(this::begin)
                .filter(now::isBefore).findFirst().orElseThrow();
    }

    /** As it is written: {@code SAT-SUN 02:00-05:00 Europe/Oslo}. */
    @Override
    public String toString() {
        return word(first) + "-" + word(last) + " " + from + "-" + until + " " + zone;
    }

    private static String word(DayOfWeek day) {
        return day.name().substring(0, 3);
    }
}
