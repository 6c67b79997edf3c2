package org.caravan.server.audit;

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

    AuditRequest saying(String changed) {
        return new AuditRequest(tokenId, name, role, address, changed, organisation);
    }
}
