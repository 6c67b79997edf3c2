package org.caravan.server.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Request limits, {@code caravan.limits.*}; requests above them are answered with 429. Each bucket allows bursts of ten seconds' worth of
 * requests.
 *
 * @param tokenRate requests per second with one token; 0: no limit
 * @param tokenAtOnce concurrent requests with one token, 1 to 1000; event streams do not count
 * @param organisationAtOnce concurrent requests with all tokens of one organisation, 1 to 1000; event streams do not count
 * @param addressRate requests per second without a valid token from one address (IPv6: one /64), counted after the token check; 0: no
 *     limit
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
            throw new IllegalArgumentException("The limit caravan.limits." + name + " (" + most
                    + ") is not 1 to 1000 requests.\nMaybe use " + usual + ": the server works on 24 at once.");
        }
    }

    private static void check(String name, double rate) {
        if (!(rate == 0 || rate >= 0.1 && rate <= 100_000)) {
            throw new IllegalArgumentException("The limit caravan.limits." + name + " (" + rate
                    + ") is not 0.1 to 100000 requests a second.\nMaybe use 0 for no limit.");
        }
    }
}
