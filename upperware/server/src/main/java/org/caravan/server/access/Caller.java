package org.caravan.server.access;

import org.springframework.security.core.AuthenticatedPrincipal;

/**
 * Who asks.
 *
 * @param tokenId {@link #LOCAL} or that of an access token
 * @param name for people: whose token it is
 */
record Caller(String tokenId, String name, Role role) implements AuthenticatedPrincipal {

    /** Of the token in the server's token file. */
    static final String LOCAL = "local";

    static Caller local() {
        return new Caller(LOCAL, "owner of the token file", Role.ADMIN);
    }

    /** What other parts may know of who asks. */
    @Override
    public String getName() {
        return tokenId;
    }
}
