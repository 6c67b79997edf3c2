package org.caravan.server.access;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose tokens are taken beside our own, as {@code caravan.oidc.*}.
 *
 * @param issuer of OpenID Connect, as its discovery document says it, {@code https://login.example.org/realms/ops}; empty: nobody's
 * @param audience that a token must be meant for
 * @param roleClaim name of the claim that holds a role, or a list with a role in it: viewer, deployer, operator or admin
 * @param organisationClaim name of the claim that holds the organisation, or {@code installation} for all of them; empty: all tokens are the installation's
 * @param clientId by which the console is known to the issuer; empty: nobody logs in to it there
 * @param clientSecret empty: the console is a public client
 * @param scopes that a login asks for
 * @param session how long a login lasts, at least a minute
 * @param nameClaim name of the claim that says whose token it is, for people
 */
@ConfigurationProperties("caravan.oidc")
record OidcSettings(@DefaultValue("") String issuer, @DefaultValue("caravan") String audience, @DefaultValue("caravan-role") String roleClaim,
        @DefaultValue("") String organisationClaim, @DefaultValue("") String clientId, @DefaultValue("") String clientSecret,
        @DefaultValue({"openid", "profile"}) List<String> scopes, @DefaultValue("8h") Duration session,        @DefaultValue("preferred_username") String nameClaim) {

    OidcSettings {
        if (issuer.isBlank() && !clientId.isBlank()) {
            throw new IllegalArgumentException("There is caravan.oidc.client-id (" + clientId + ") without caravan.oidc.issuer.\nMaybe name the issuer, too.");
        }
        if (session.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("A login lasts (" + session + ") by caravan.oidc.session, which is less than a minute.\nMaybe use 8h.");
        }
        if (!issuer.isBlank() && audience.isBlank()) {
            throw new IllegalArgumentException("With caravan.oidc.issuer (" + issuer + ") there is no caravan.oidc.audience: tokens for any other service would open this one.\n"
                    + "Maybe leave it out for caravan.");
        }
    }

    /** Whether people log in to the console there. */
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
