package org.caravan.server.rehearsal;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/** Begin of a rehearsal as a caller asks for it. */
final class RehearsalPeriod {

    /** Metrics are kept for two weeks. */
    static final Duration LONGEST = Duration.ofDays(14);
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Pattern AGO = Pattern.compile("(\\d{1,9})([smhd])");
    private static final int LONGEST_SHOWN = 40;

    private RehearsalPeriod() {}

    /**
     * @param text {@code 7d}, {@code 12h}, {@code 30m} before now, or ISO 8601
     * @throws ProblemException if it cannot be read, is in the future or longer ago than metrics are kept
     */
    static Instant begin(String text, Instant now) {
        Matcher ago = AGO.matcher(text);
        Instant begin;
        try {
            begin = ago.matches() ? now.minus(length(ago.group(1), ago.group(2))) : Instant.parse(text);
        } catch (DateTimeException | ArithmeticException wrong) {
            throw refused("The begin (" + text.substring(0, Math.min(text.length(), LONGEST_SHOWN)) + ") of the rehearsal cannot be read.",
                    "use 7d, 12h or 30m before now, or a time like " + now.minus(Duration.ofDays(1)) + ".");
        }
        if (begin.isBefore(now.minus(LONGEST)) || begin.isAfter(now.minus(SHORTEST))) {
            throw refused("The rehearsal would begin at " + begin + ", but metrics are kept for " + LONGEST.toDays()
                    + " days, and a rehearsal takes at least a minute of them.", "use --from 7d.");
        }
        return begin;
    }

    /** @param number up to nine digits. @param unit s, m, h or d */
    static Duration length(String number, String unit) {
        long amount = Long.parseLong(number);
        return switch (unit) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static ProblemException refused(String what, String way) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "period-invalid", what, way);
    }
}
