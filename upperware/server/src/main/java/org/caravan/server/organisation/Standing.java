package org.caravan.server.organisation;

import org.springframework.security.core.Authentication;

/** Whether what a caller was let in with is still good: asked again by whatever outlives a request, which are streams and sockets. */
public interface Standing {

    /** False once the token was revoked or expired, or its console session ended. May ask the database. */
    boolean good();

    /** That of the caller; always good where nobody said otherwise. */
    static Standing of(Authentication caller) {
        return caller != null && caller.getDetails() instanceof Standing standing ? standing : () -> true;
    }
}
