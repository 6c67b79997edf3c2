package org.caravan.server.access;

import java.util.HashMap;
import java.util.Map;

/** Limit of concurrent requests per client. Thread-safe. */
final class InFlightLimit {

    private final int most;
    private final Map<String, Integer> underWay = new HashMap<>();

    /** @param most maximum of concurrent requests per client, at least 1 */
    InFlightLimit(int most) {
        this.most = most;
    }

    /** @return whether one more request may start; it counts until {@link #ended} */
    synchronized boolean begins(String who) {
        int before = underWay.getOrDefault(who, 0);
        if (before == most) {
            return false;
        }
        underWay.put(who, before + 1);
        return true;
    }

    synchronized void ended(String who) {
        underWay.computeIfPresent(who, (name, now) -> now == 1 ? null : now - 1);
    }
}
