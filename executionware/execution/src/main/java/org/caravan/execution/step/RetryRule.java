package org.caravan.execution.step;

import java.time.Duration;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;

/**
 * Decides whether a failed step is retried, and the pause before the retry: bounded exponential back-off by fault kind. Jitter
 * prevents steps that failed together from retrying together.
 *
 * @param tries total tries, at least 1
 * @param first pause before the second try, before jitter
 * @param longest longest pause
 */
record RetryRule(int tries, Duration first, Duration longest) {

    /** Longer pauses if a provider throttles requests. */
    private static final int THROTTLED_FACTOR = 8;

    /**
     * @param tried number of tries so far, at least 1
     * @param chance 0 to 1; selects between half of the pause and the full pause
     * @return empty if it is not retried
     */
    Optional<Duration> pause(AdapterFault.Kind kind, int tried, double chance) {
        boolean worthIt = switch (kind) {
            case UNREACHABLE, FAILED, THROTTLED -> true;
            case UNTRUSTED, OUTDATED, NO_CAPACITY, UNSUPPORTED -> false;
        };
        if (!worthIt || tried >= tries) {
            return Optional.empty();
        }
        int factor = kind == AdapterFault.Kind.THROTTLED ? THROTTLED_FACTOR : 1;
        Duration whole = first.multipliedBy((1L << Math.min(tried - 1, 20)) * factor);
        Duration bounded = whole.compareTo(longest.multipliedBy(factor)) < 0 ? whole : longest.multipliedBy(factor);
        return Optional.of(Duration.ofNanos(Math.round(bounded.toNanos() * (0.5 + chance / 2))));
    }
}
