package org.caravan.turns;

import java.util.Optional;

/**
 * One request of a client and its answer on a connection.
 *
 * @param link who asks whom
 * @param start first segment of the request, or the opening of the connection for it, in nanoseconds since the epoch
 * @param asked last segment of the request
 * @param answered first segment of the answer; equal to {@code asked} if there is none
 * @param end last segment of the answer, or of the request if there is none
 * @param requestLine {@code METHOD TARGET}, if the request is HTTP and not encrypted
 */
record Exchange(Link link, long start, long asked, long answered, long end, Optional<String> requestLine) {

    /** @param from component id, or {@code users} */
    record Link(String from, String to) {}

    boolean isAnswered() {
        return answered > asked;
    }

    /** Time from the end of the request to the begin of its answer; 0 if there is none. */
    long answerNanos() {
        return answered - asked;
    }

    boolean overlaps(Exchange other) {
        return start <= other.end && other.start <= end;
    }
}
