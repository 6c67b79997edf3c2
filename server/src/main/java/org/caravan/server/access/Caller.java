package org.caravan.server.access;

import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.OrganisationScope.Reaching;
import org.springframework.security.core.AuthenticatedPrincipal;

/**
 * The authenticated caller of a request.
 *
 * @param tokenId {@link #LOCAL}, or the id of an access token
 * @param name display name of the token's owner
 * @param reach scope of the role: everything, or one organisation
 */
record Caller(String tokenId, String name, Role role, OrganisationScope reach) implements AuthenticatedPrincipal, Reaching {

    /** Token id of the token in the server's token file. */
    static final String LOCAL = "local";

    /** Prefix of the subject of a user whom an OIDC issuer knows. */
    static final String OIDC = "oidc:";

    static Caller local() {
        return new Caller(LOCAL, "owner of the token file", Role.ADMIN, OrganisationScope.ALL);
    }

    /** Role and organisation as display text. */
    String standing() {
        return role.word() + reach.organisation().map(organisation -> " of organisation " + organisation).orElse("");
    }

    /** Identity of the caller for other packages. */
    @Override
    public String getName() {
        return tokenId;
    }
}
