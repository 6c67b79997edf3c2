package org.caravan.rules.path;

import java.time.Instant;
import java.util.Optional;

/**
 * A path that a deployed plan uses for a request with a promise, by its newest measurement. A path without a measurement has no look.
 *
 * @param targetId digest of the plan
 * @param path {@code hainan.CERNET/ipv6 -> simula.Uninett/ipv6}
 * @param cut whether none of its newest probes was answered
 * @param plannedMillis round-trip time when the plan was made, in ms; empty if its report has no figure of the path
 * @param currentMillis round-trip time by the newest measurement, in ms; empty if and only if it is cut
 * @param measured time of the newest measurement of the path, answered or not; in a round, not after it
 * @param promise of all promises on requests over the path, the one that is kept worst
 */
public record PathLook(String application, String targetId, String path, boolean cut, Optional<Double> plannedMillis,
        Optional<Double> currentMillis, Instant measured, Promise promise) {

    public PathLook {
        if (cut == currentMillis.isPresent()) {
            throw new IllegalArgumentException("a path has a round-trip time unless it is cut: " + path);
        }
    }

    public long measuredMillis() {
        return measured.toEpochMilli();
    }

    /** The same; a clock that is ahead does not make measurements of the future. */
    PathLook atMost(Instant round) {
        return measured.isAfter(round)
                ? new PathLook(application, targetId, path, cut, plannedMillis, currentMillis, round, promise) : this;
    }

    /** Cut, or slower than planned by both measures. */
    public boolean worse(PathRuleSettings settings) {
        return cut || above(settings.factor(), settings.millis());
    }

    /** As planned, or nearly. Between this and {@link #worse}, nothing changes, so that small differences do not count as ups and downs. */
    public boolean fine(PathRuleSettings settings) {
        return !cut && !above((1 + settings.factor()) / 2, settings.millis() / 2);
    }

    private boolean above(double factor, double millis) {
        return plannedMillis.filter(planned -> currentMillis.filter(now -> now > planned * factor && now > planned + millis).isPresent())
                .isPresent();
    }
}
