package org.caravan.server.network;

import java.time.Duration;
import org.caravan.server.rest.ProblemException;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.http.HttpStatus;

/** Parses the window of figures in user notation: 24h, 90m, PT7D. */
public final class WindowText {

    private static final Duration LONGEST = Duration.ofDays(1000);

    private WindowText() {}

    /** @throws ProblemException if the text is not a duration above 0 and at most 1000 days */
    public static Duration duration(String text) {
        try {
            Duration window = DurationStyle.detectAndParse(text);
            if (window.isNegative() || window.isZero() || window.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(text);
            }
            return window;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bad-window", "The window (" + text
                    + ") is not a duration of at most 1000 days.",
                    "use one like 24h, 90m or 7d.");
        }
    }
}
