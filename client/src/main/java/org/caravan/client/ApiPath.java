package org.caravan.client;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which resource is asked, below {@code /api/v1/}. The only place where names become part of a URL: whatever a name holds, it is one
 * segment of the path (RFC 3986), never two of them, a query, or the way to another resource.
 *
 * @param text encoded, without a slash at its beginning
 */
public record ApiPath(String text) {

    private static final String BESIDE_LETTERS_AND_DIGITS = "-._~:";

    /**
     * @param segments collections and names, in their order
     * @throws ApiFault {@code name-invalid} for a name that cannot be a segment: an empty one, . and ..
     */
    public static ApiPath of(String... segments) {
        return new ApiPath(Stream.of(segments).map(ApiPath::segment).collect(Collectors.joining("/")));
    }

    /** With the segments of a name that has slashes, as names of images have. */
    public ApiPath slashed(String name) {
        return new ApiPath(text + "/" + of(name.split("/", -1)).text());
    }

    /** With one more parameter; none where the value is null. */
    public ApiPath with(String parameter, Object value) {
        return value == null ? this : new ApiPath(text + (text.contains("?") ? "&" : "?") + encoded(parameter) + "=" + encoded(value.toString()));
    }

    private static String segment(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new ApiFault("name-invalid", "A name cannot be (" + name + ").\n    Maybe it was left out, or a variable of the shell is empty.");
        }
        return encoded(name);
    }

    /** In a path and in a query alike. */
    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = octet >= '0' && octet <= '9' || octet >= 'A' && octet <= 'Z' || octet >= 'a' && octet <= 'z' || BESIDE_LETTERS_AND_DIGITS.indexOf(octet) >= 0;
            encoded.append(plain ? Character.toString(octet) : String.format("%%%02X", octet));
        }
        return encoded.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
