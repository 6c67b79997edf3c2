package org.caravan.server.idempotency;

/**
 * Stored response of a request with an idempotency key.
 *
 * @param fingerprint SHA-256 of method, path, query and body
 * @param status HTTP status; 0 while the request is being processed
 * @param contentType empty if there is no body
 */
record IdempotentAnswer(String fingerprint, int status, String contentType, String location, byte[] body) {

    boolean underWay() {
        return status == 0;
    }
}
