package org.caravan.server.share;

import org.caravan.server.organisation.Reach;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Holder of a shared resource.
 *
 * @param token id of the token
 * @param reach scope of the token: an organisation, or the installation
 */
public record Holder(String token, Reach reach) {

    /** The server itself, to which no limits apply. */
    public static final Holder SERVER = new Holder("", Reach.ALL);

    public static Holder of(Authentication caller) {
        return caller == null ? SERVER : new Holder(caller.getName(), Reach.of(caller));
    }

    public static Holder current() {
        return of(SecurityContextHolder.getContext().getAuthentication());
    }
}
