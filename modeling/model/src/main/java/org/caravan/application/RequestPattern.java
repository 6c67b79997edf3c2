package org.caravan.application;

import java.util.Arrays;
import java.util.Set;

/**
 * How a router recognises a request: HTTP method and path, without the query.
 *
 * @param method one of {@link #METHODS}
 * @param path begins with a slash; {@code *}, at most once in a segment, stands for any of its characters, {@code **} at the end for any
 *     rest; at most {@value #LONGEST} characters
 */
public record RequestPattern(String method, String path) {

    /** Methods that applications use (RFC 9110, RFC 5789). */
    public static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Longest path of a pattern, in characters. */
    public static final int LONGEST = 200;

    /** Requests with patterns in one application: each has its own counters in a router. */
    public static final int MOST_REQUESTS = 64;

    /**
     * Patterns in one application: a router compares each request with each of them, and its file of the longest patterns fits into one
     * environment variable of Linux (128 KiB).
     */
    public static final int MOST = 128;

    /** @throws IllegalArgumentException for another method or path */
    public RequestPattern {
        if (!METHODS.contains(method) || !valid(path)) {
            throw new IllegalArgumentException("no pattern of a request: " + method + " " + path);
        }
    }

    /**
     * Whether this is the path of a pattern. Its characters have no meaning in the router's file. With one {@code *} per segment, the time
     * of a comparison is linear in the length of the path of a request, which a hostile client chooses.
     */
    public static boolean valid(String path) {
        int rest = path.indexOf("**");
        return path.length() <= LONGEST && path.matches("/[A-Za-z0-9._~%+=:@,/*-]*") && (rest < 0 || rest == path.length() - 2)
                && Arrays.stream((rest < 0 ? path : path.substring(0, rest)).split("/")).allMatch(RequestPattern::atMostOneStar);
    }

    private static boolean atMostOneStar(String segment) {
        return segment.indexOf('*') == segment.lastIndexOf('*');
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
