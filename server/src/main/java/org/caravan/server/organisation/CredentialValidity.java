package org.caravan.server.organisation;

import org.springframework.security.core.Authentication;

/** Validity of the caller's credentials, checked again by connections that outlive a request (streams and sockets). */
public interface CredentialValidity {

    /** False once the token is revoked or expired, or the console session has ended. May query the database. */
    boolean good();

    /** Validity of the caller's credentials; always valid if the authentication does not define it. */
    static CredentialValidity of(Authentication caller) {
        return caller != null && caller.getDetails() instanceof CredentialValidity standing ? standing : () -> true;
    }
}
