package org.caravan.server.network;

import java.time.Duration;
import org.caravan.server.rest.Refusal;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.http.HttpStatus;

/** How far back figures go, as users write it: 24h, 90m, PT7D. */
final class WindowText {

    private static final Duration LONGEST = Duration.ofDays(1000);

    private WindowText() {}

    /** Throws {@link Refusal} for what is no duration from above nothing to 1000 days. */
    static Duration duration(String text) {
        try {
            Duration window = DurationStyle.detectAndParse(text);
            if (window.isNegative() || window.isZero() || window.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(text);
            }
            return window;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "bad-window", "The window (" + text + ") is not a duration of at most 1000 days.",
                    "use one like 24h, 90m or 7d.");
        }
    }
}
