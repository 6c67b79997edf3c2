package org.caravan.rules.path;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.caravan.rules.Limit;

/**
 * Time between two moves of one application because of paths, so that paths that come and go move copies rarely, whichever they are: at
 * most one move within any {@code pause}, at most two within twice its length.
 *
 * @param pause 0 or more
 */
public record PathPause(Duration pause) {

    public PathPause {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("a pause is not negative: " + pause);
        }
    }

    /** @param latest begin of the latest move within the pause; empty for none */
    public Optional<Limit> of(Optional<Instant> latest, Instant now) {
        return latest.map(at -> at.plus(pause)).filter(now::isBefore).map(end -> new Limit("path-pause",
                "Copies were moved because of a path less than " + pause.toMinutes() + " min ago.", Optional.of(end)));
    }
}
