package org.caravan.rules.users;

import java.time.Duration;

/**
 * Settings of the rule about users who move.
 *
 * @param share of all requests, above 0 and at most 1, that must come from other groups of users than assumed
 * @param hold how long this must last, 0 or more
 * @param forget time without a look after which an application begins again, above 0
 */
public record UsersRuleSettings(double share, Duration hold, Duration forget) {

    public UsersRuleSettings {
        if (!(share > 0 && share <= 1) || hold.isNegative() || forget.isNegative() || forget.isZero()) {
            throw new IllegalArgumentException("settings of the rule about users are out of range: " + share + ", " + hold + ", " + forget);
        }
    }

    /** Share below which users are where they were assumed; between both, nothing changes (hysteresis). */
    public double back() {
        return share / 2;
    }

    public long holdMillis() {
        return hold.toMillis();
    }

    public long forgetMillis() {
        return forget.toMillis();
    }
}
