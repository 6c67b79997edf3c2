package org.caravan.server.audit;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * A request as it is written down.
 *
 * @param tokenId id of the caller's token, {@code local} for that of the token file
 * @param name whose token it is
 * @param role in its word
 * @param address the caller's, literal
 * @param organisation that the token is of; empty: none, the installation's
 * @param request method and path, without the query: values could be secrets
 */
public record AuditRequest(String tokenId, String name, String role, String address, String request, String organisation) {

    /** As that of a change is written down before it is carried out. */
    public static Optional<AuditRequest> of(HttpServletRequest request) {
        return Optional.ofNullable((AuditRequest) request.getAttribute(AuditRequest.class.getName()));
    }

    AuditRequest saying(String changed) {
        return new AuditRequest(tokenId, name, role, address, changed, organisation);
    }
}
