package org.caravan.server.network;

import java.time.Duration;
import org.caravan.server.rest.Refusal;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.http.HttpStatus;

/** How long ago a window begins, as a request says it. */
final class LookBack {

    private static final Duration LONGEST = Duration.ofDays(1000);

    private LookBack() {}

    static Duration parse(String text) {
        try {
            Duration window = DurationStyle.detectAndParse(text);
            if (window.isNegative() || window.isZero() || window.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(text);
            }
            return window;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new Refusal(HttpStatus.BAD_REQUEST, "bad-window", "The window (" + text + ") is not a duration of at most 1000 days.",
                    "use one like 24h, 90m or 7d.");
        }
    }
}
