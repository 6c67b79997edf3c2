package org.caravan.client;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Path of a resource below {@code /api/v1/}. No other code makes names part of a URL. Any name becomes exactly one path segment (RFC 3986),
 * so that it cannot add segments or a query.
 *
 * @param text encoded path, without a leading slash
 */
public record ApiPath(String text) {

    private static final String BESIDE_LETTERS_AND_DIGITS = "-._~:";

    /**
     * @param segments collections and names, in order
     * @throws ApiFault {@code name-invalid} if a name is empty, . or .., which cannot be a segment
     */
    public static ApiPath of(String... segments) {
        return new ApiPath(Stream.of(segments).map(ApiPath::segment).collect(Collectors.joining("/")));
    }

    /** Appends a name that contains slashes, as image names do, as several segments. */
    public ApiPath slashed(String name) {
        return new ApiPath(text + "/" + of(name.split("/", -1)).text());
    }

    /** Adds a query parameter; no effect if the value is null. */
    public ApiPath with(String parameter, Object value) {
        return value == null ? this : new ApiPath(text + (text.contains("?") ? "&" : "?") + encoded(parameter) + "="
                + encoded(value.toString()));
    }

    private static String segment(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new ApiFault("name-invalid", "A name cannot be (" + name
                    + ").\n    Maybe it is missing, or a variable of the shell is empty.");
        }
        return encoded(name);
    }

    /** Percent-encodes for paths and queries. */
    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = octet >= '0' && octet <= '9' || octet >= 'A' && octet <= 'Z' || octet >= 'a' && octet <= 'z'
                    || BESIDE_LETTERS_AND_DIGITS.indexOf(octet) >= 0;
            encoded.append(plain ? Character.toString(octet) : String.format("%%%02X", octet));
        }
        return encoded.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
