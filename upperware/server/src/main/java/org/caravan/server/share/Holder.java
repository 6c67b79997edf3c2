package org.caravan.server.share;

import org.caravan.server.organisation.Reach;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Who holds one of them.
 *
 * @param token id of the token
 * @param reach of the token: an organisation, or the installation
 */
public record Holder(String token, Reach reach) {

    /** The server itself, which is not limited. */
    public static final Holder SERVER = new Holder("", Reach.ALL);

    public static Holder of(Authentication caller) {
        return caller == null ? SERVER : new Holder(caller.getName(), Reach.of(caller));
    }

    public static Holder current() {
        return of(SecurityContextHolder.getContext().getAuthentication());
    }
}
