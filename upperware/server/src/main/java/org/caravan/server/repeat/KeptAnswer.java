package org.caravan.server.repeat;

/**
 * What came of a request with a key.
 *
 * @param fingerprint SHA-256 of method, path, query and body
 * @param status of HTTP; 0 while it is carried out
 * @param contentType empty if there is no body
 */
record KeptAnswer(String fingerprint, int status, String contentType, String location, byte[] body) {

    boolean underWay() {
        return status == 0;
    }
}
