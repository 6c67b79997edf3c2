package org.caravan.server.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose tokens are taken beside our own, as {@code caravan.oidc.*}.
 *
 * @param issuer of OpenID Connect, as its discovery document says it, {@code https://login.example.org/realms/ops}; empty: nobody's
 * @param audience that a token must be meant for
 * @param roleClaim name of the claim that holds a role, or a list with a role in it: viewer, deployer, operator or admin
 * @param nameClaim name of the claim that says whose token it is, for people
 */
@ConfigurationProperties("caravan.oidc")
record OidcSettings(@DefaultValue("") String issuer, @DefaultValue("caravan") String audience, @DefaultValue("caravan-role") String roleClaim,
        @DefaultValue("preferred_username") String nameClaim) {

    OidcSettings {
        if (!issuer.isBlank() && audience.isBlank()) {
            throw new IllegalArgumentException("With caravan.oidc.issuer (" + issuer + ") there is no caravan.oidc.audience: tokens for any other service would open this one.\n"
                    + "Maybe leave it out for caravan.");
        }
    }

    boolean used() {
        return !issuer.isBlank();
    }
}
