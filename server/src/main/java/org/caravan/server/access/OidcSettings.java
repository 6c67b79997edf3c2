package org.caravan.server.access;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * An OpenID Connect issuer whose tokens are accepted besides the server's own, {@code caravan.oidc.*}.
 *
 * @param issuer issuer URL as in its discovery document, {@code https://login.example.org/realms/ops}; empty: none
 * @param audience required audience of tokens
 * @param roleClaim claim that holds a role, or a list with a role in it: viewer, deployer, operator or admin
 * @param organisationClaim claim that holds the organisation, or {@code installation} for all; empty: all tokens belong to the
 *     installation
 * @param clientId client id of the console at the issuer; empty: no console login at the issuer
 * @param clientSecret empty: the console is a public client
 * @param scopes scopes that a login requests
 * @param session lifetime of a login, at least 1 minute
 * @param nameClaim claim that holds the display name
 */
@ConfigurationProperties("caravan.oidc")
record OidcSettings(@DefaultValue("") String issuer, @DefaultValue("caravan") String audience,
        @DefaultValue("caravan-role") String roleClaim,
        @DefaultValue("") String organisationClaim, @DefaultValue("") String clientId, @DefaultValue("") String clientSecret,
        @DefaultValue({"openid", "profile"}) List<String> scopes, @DefaultValue("8h") Duration session,
                @DefaultValue("preferred_username") String nameClaim) {

    OidcSettings {
        if (issuer.isBlank() && !clientId.isBlank()) {
            throw new IllegalArgumentException("There is caravan.oidc.client-id (" + clientId
                    + ") without caravan.oidc.issuer.\nMaybe name the issuer, too.");
        }
        if (session.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("A login lasts (" + session
                    + ") by caravan.oidc.session, which is less than a minute.\nMaybe use 8h.");
        }
        if (!issuer.isBlank() && audience.isBlank()) {
            throw new IllegalArgumentException("With caravan.oidc.issuer (" + issuer
                    + ") there is no caravan.oidc.audience: tokens for any other service would open this one.\n"
                    + "Maybe leave it out for caravan.");
        }
    }

    /** Whether console login at the issuer is available. */
    boolean login() {
        return used() && !clientId.isBlank();
    }

    @Override
    public String toString() {
        return "OidcSettings[" + issuer + ", " + audience + ", " + clientId + ", (secret)]";
    }

    boolean used() {
        return !issuer.isBlank();
    }
}
