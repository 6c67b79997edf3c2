package org.caravan.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.caravan.rules.Limit;
import org.caravan.rules.users.UsersRuleSettings;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rule about users who move, {@code caravan.adaptation.users.*}.
 *
 * @param every interval at which shares of groups of users are computed, at least 1 s; zero: the rule is off
 * @param window period over which shares are measured, at least {@code every} and at most 30 min
 * @param share of all requests, above 0 and at most 1, that must come from other groups than the plan assumes
 * @param hold how long this must last, 0 or more
 * @param leastGain share by which a plan must lower the mean latency, 0 to 1
 * @param pause time between two automatic moves of an application because of users, 0 or more
 */
public record UsersSettings(
        @DefaultValue("5s") Duration every,
        @DefaultValue("60s") Duration window,
        @DefaultValue("0.3") double share,
        @DefaultValue("15s") Duration hold,
        @DefaultValue("0.1") double leastGain,
        @DefaultValue("2m") Duration pause) {

    private static final Duration FORGET = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofMinutes(30);

    public UsersSettings {
        if (!every.isZero() && every.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(every) < 0
                || window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(LONGEST) > 0
                || !(share > 0 && share <= 1) || !(leastGain >= 0 && leastGain <= 1) || hold.isNegative() || pause.isNegative()) {
            throw new IllegalArgumentException("A setting of caravan.adaptation.users is out of range: every is 0s or at least 1s, window "
                    + "from every to 30m, share above 0 and at most 1, least-gain 0 to 1, hold and pause are not negative.\nMaybe use 5s "
                    + "for every, 60s for window, 0.3 for share, 15s for hold, 0.1 for least-gain and 2m for pause.");
        }
    }

    public boolean used() {
        return !every.isZero();
    }

    public UsersRuleSettings rules() {
        return new UsersRuleSettings(share, hold, FORGET);
    }

    /** @param latest begin of the latest move because of users; empty for none */
    public Optional<Limit> limit(Optional<Instant> latest, Instant now) {
        return latest.map(at -> at.plus(pause)).filter(now::isBefore).map(end -> new Limit("follow-pause",
                "Copies followed their users less than " + pause.toSeconds() + " s ago.", Optional.of(end)));
    }
}
