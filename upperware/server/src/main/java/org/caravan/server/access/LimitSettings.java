package org.caravan.server.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much is asked of the server at most, as {@code caravan.limits.*}; more is answered 429. Ten seconds' worth may come at once.
 *
 * @param tokenRate requests a second with one token; 0: as many as come
 * @param tokenAtOnce requests under way with one token, 1 to 1000; streams of events do not count
 * @param organisationAtOnce requests under way with all tokens of one organisation, 1 to 1000; streams of events do not count
 * @param addressRate requests a second without a right token from one address (of IPv6: from one /64), after the token was checked; 0: as many as come
 */
@ConfigurationProperties("caravan.limits")
record LimitSettings(@DefaultValue("100") double tokenRate, @DefaultValue("12") int tokenAtOnce, @DefaultValue("18") int organisationAtOnce,
        @DefaultValue("10") double addressRate) {

    LimitSettings {
        check("token-rate", tokenRate);
        check("address-rate", addressRate);
        checkAtOnce("token-at-once", tokenAtOnce, 12);
        checkAtOnce("organisation-at-once", organisationAtOnce, 18);
    }

    private static void checkAtOnce(String name, int most, int usual) {
        if (most < 1 || most > 1_000) {
            throw new IllegalArgumentException("The limit caravan.limits." + name + " (" + most + ") is not 1 to 1000 requests.\nMaybe use " + usual + ": the server works on 24 at once.");
        }
    }

    private static void check(String name, double rate) {
        if (!(rate == 0 || rate >= 0.1 && rate <= 100_000)) {
            throw new IllegalArgumentException("The limit caravan.limits." + name + " (" + rate + ") is not 0.1 to 100000 requests a second.\nMaybe use 0 for no limit.");
        }
    }
}
