package org.caravan.turns;

import java.net.InetAddress;
import java.util.Optional;

/**
 * One TCP segment that carries payload or opens a connection. Payload itself is not kept.
 *
 * @param nanos time since the epoch in nanoseconds
 * @param sequence sequence number as sent (RFC 9293), 0 to 2^32 - 1
 * @param length payload in bytes; at least 0
 * @param opening SYN without ACK
 * @param syn SYN, with or without ACK
 * @param requestLine {@code METHOD TARGET} of an HTTP request that ends in this segment; empty if there is none or it is encrypted
 * @param handshake TLS records of this segment belong to a handshake only
 */
record Segment(long nanos, Socket source, Socket target, long sequence, int length, boolean opening, boolean syn,
        Optional<String> requestLine, boolean handshake) {

    /** End of a TCP connection. */
    record Socket(InetAddress address, int port) {}

    Segment earlier(long shift) {
        return shift == 0 ? this
                : new Segment(nanos - shift, source, target, sequence, length, opening, syn, requestLine, handshake);
    }

    boolean hasPayload() {
        return length > 0;
    }
}
