package org.caravan.execution;

import java.time.Duration;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;

/**
 * Whether a step that failed is tried again, and after which pause: by the class of its fault, doubling, with jitter so
 * that steps which failed together do not come back together, and bounded.
 *
 * @param tries in all, at least 1
 * @param first pause before the second try, before jitter
 * @param longest pause
 */
record RetryRule(int tries, Duration first, Duration longest) {

    /** A provider that asks for patience gets more of it. */
    private static final int THROTTLED_FACTOR = 8;

    /**
     * @param tried how often it was tried, at least 1
     * @param chance 0 to 1, decides between half the pause and all of it
     * @return empty if it is not tried again
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
