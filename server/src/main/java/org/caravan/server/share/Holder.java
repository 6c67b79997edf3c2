package org.caravan.server.share;

import org.caravan.server.organisation.OrganisationScope;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Holder of a shared resource.
 *
 * @param token id of the token
 * @param reach scope of the token: an organisation, or the installation
 */
public record Holder(String token, OrganisationScope reach) {

    /** The server itself, to which no limits apply. */
    public static final Holder SERVER = new Holder("", OrganisationScope.ALL);

    public static Holder of(Authentication caller) {
        return caller == null ? SERVER : new Holder(caller.getName(), OrganisationScope.of(caller));
    }

    public static Holder current() {
        return of(SecurityContextHolder.getContext().getAuthentication());
    }
}
