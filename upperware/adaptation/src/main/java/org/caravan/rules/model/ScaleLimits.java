package org.caravan.rules.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Limit;

/**
 * Limits of changes of the number of replicas of one application, per direction.
 *
 * @param out time after any change before replicas are added
 * @param in time after a removal before further replicas are removed
 * @param stabilisation time after an addition before replicas are removed: load that has just risen often rises again
 */
public record ScaleLimits(Duration out, Duration in, Duration stabilisation) {

    /** Longest of the three. */
    public Duration longest() {
        Duration cool = out.compareTo(in) > 0 ? out : in;
        return cool.compareTo(stabilisation) > 0 ? cool : stabilisation;
    }

    /**
     * @param kind action to limit; only changes of the number of replicas are
     * @param added latest addition of replicas; empty for none
     * @param removed latest removal of replicas; empty for none
     */
    public Optional<Limit> of(ActionKind kind, Optional<Instant> added, Optional<Instant> removed, Instant now) {
        return switch (kind) {
            case SCALE_OUT -> limit("scale-out-cool-down", "Replicas were added", added, out, now)
                    .or(() -> limit("scale-out-cool-down", "Replicas were removed", removed, out, now));
            case SCALE_IN -> limit("stabilisation", "Replicas were added", added, stabilisation, now)
                    .or(() -> limit("scale-in-cool-down", "Replicas were removed", removed, in, now));
            default -> Optional.empty();
        };
    }

    private static Optional<Limit> limit(String name, String what, Optional<Instant> latest, Duration length, Instant now) {
        return latest.map(at -> at.plus(length)).filter(now::isBefore)
                .map(end -> new Limit(name, what + " less than " + length.toSeconds() + " s ago.", Optional.of(end)));
    }
}
