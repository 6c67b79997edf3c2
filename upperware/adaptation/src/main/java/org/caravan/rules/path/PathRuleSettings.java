package org.caravan.rules.path;

import java.time.Duration;

/**
 * Settings of the rule about paths.
 *
 * @param factor factor of the round-trip time, above 1, by which a path is much slower
 * @param millis the same as a difference in ms, 0 or more; both must be exceeded
 * @param measurements successive measurements that must show it, at least 1
 * @param mostSilent share of silent sites, 0 to 1, above which the fault is on the side of the server
 * @param settled how long a path must be fine before its next fault is a new one; limits how often a path that comes and goes counts
 * @param again time after which a fault that lasts is a reason again, because another plan may be possible meanwhile
 */
public record PathRuleSettings(double factor, double millis, int measurements, double mostSilent, Duration settled, Duration again) {

    public PathRuleSettings {
        if (!(factor > 1 && millis >= 0 && measurements >= 1 && mostSilent >= 0 && mostSilent <= 1) || settled.isNegative()
                || again.isNegative() || again.isZero()) {
            throw new IllegalArgumentException("settings of the rule about paths are out of range: " + factor + ", " + millis + ", "
                    + measurements + ", " + mostSilent + ", " + settled + ", " + again);
        }
    }

    public long settledMillis() {
        return settled.toMillis();
    }

    public long againMillis() {
        return again.toMillis();
    }
}
