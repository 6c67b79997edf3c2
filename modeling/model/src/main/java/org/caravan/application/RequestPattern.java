package org.caravan.application;

import java.util.Set;

/**
 * How a router recognises a request: HTTP method and path, without the query.
 *
 * @param method one of {@link #METHODS}
 * @param path begins with a slash; {@code *} stands for any characters of one segment, {@code **} at the end for any rest; at most
 *     {@value #LONGEST} characters
 */
public record RequestPattern(String method, String path) {

    /** Methods that applications use (RFC 9110, RFC 5789). */
    public static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Longest path of a pattern, in characters. */
    public static final int LONGEST = 200;

    /** Requests with patterns in one application: each has its own counters in a router. */
    public static final int MOST_REQUESTS = 64;

    /** @throws IllegalArgumentException for another method or path */
    public RequestPattern {
        if (!METHODS.contains(method) || !valid(path)) {
            throw new IllegalArgumentException("no pattern of a request: " + method + " " + path);
        }
    }

    /** Whether this is the path of a pattern. Its characters have no meaning in the router's file. */
    public static boolean valid(String path) {
        int rest = path.indexOf("**");
        return path.length() <= LONGEST && path.matches("/[A-Za-z0-9._~%+=:@,/*-]*") && (rest < 0 || rest == path.length() - 2);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
