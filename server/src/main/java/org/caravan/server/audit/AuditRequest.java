package org.caravan.server.audit;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * A request as recorded in the audit log.
 *
 * @param tokenId id of the caller's token, {@code local} for the token of the token file
 * @param name display name of the token's owner
 * @param role the role's name in REST
 * @param address IP address of the caller
 * @param organisation organisation of the token; empty: the installation
 * @param request method and path, without the query, whose values could be secrets
 */
public record AuditRequest(String tokenId, String name, String role, String address, String request, String organisation) {

    /** The recorded form of a change request, as set before the request is executed. */
    public static Optional<AuditRequest> of(HttpServletRequest request) {
        return Optional.ofNullable((AuditRequest) request.getAttribute(AuditRequest.class.getName()));
    }

    AuditRequest saying(String changed) {
        return new AuditRequest(tokenId, name, role, address, changed, organisation);
    }
}
