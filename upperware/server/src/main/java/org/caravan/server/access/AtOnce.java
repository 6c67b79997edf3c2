package org.caravan.server.access;

import java.util.HashMap;
import java.util.Map;

/** How many requests each of many has under way. Safe for use by several threads. */
final class AtOnce {

    private final int most;
    private final Map<String, Integer> underWay = new HashMap<>();

    /** @param most of each at the same time, at least 1 */
    AtOnce(int most) {
        this.most = most;
    }

    /** @return whether one more may begin; it counts until {@link #ended} */
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
