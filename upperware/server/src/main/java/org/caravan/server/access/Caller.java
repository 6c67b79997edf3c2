package org.caravan.server.access;

import org.caravan.server.organisation.Reach;
import org.caravan.server.organisation.Reach.Reaching;
import org.springframework.security.core.AuthenticatedPrincipal;

/**
 * Who asks.
 *
 * @param tokenId {@link #LOCAL} or that of an access token
 * @param name for people: whose token it is
 * @param reach what the role is good for: all, or an organisation's
 */
record Caller(String tokenId, String name, Role role, Reach reach) implements AuthenticatedPrincipal, Reaching {

    /** Of the token in the server's token file. */
    static final String LOCAL = "local";

    /** Before the subject of whoever an issuer knows. */
    static final String OIDC = "oidc:";

    static Caller local() {
        return new Caller(LOCAL, "owner of the token file", Role.ADMIN, Reach.ALL);
    }

    /** For people. */
    String standing() {
        return role.word() + reach.organisation().map(organisation -> " of organisation " + organisation).orElse("");
    }

    /** What other parts may know of who asks. */
    @Override
    public String getName() {
        return tokenId;
    }
}
