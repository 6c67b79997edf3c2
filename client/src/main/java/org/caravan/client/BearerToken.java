package org.caravan.client;

import java.util.regex.Pattern;

/** Validates bearer tokens for use in a header (RFC 6750). Error messages never contain parts of a token. */
public final class BearerToken {

    /**
     * Allows more characters than RFC 6750, because a server's owner can write the token by hand; excludes characters that would end or
     * split a header.
     */
    private static final Pattern FORM = Pattern.compile("[!-~]+");

    private BearerToken() {}

    /**
     * @param text text as read; surrounding white space is ignored
     * @param place source of the text, for messages: {@code the file (data/token)}, {@code CARAVAN_TOKEN}
     * @return the token
     * @throws ApiFault {@code token-malformed}, without any part of the text
     */
    public static String of(String text, String place) {
        String token = text.strip();
        if (FORM.matcher(token).matches()) {
            return token;
        }
        long lines = token.lines().count();
        String what = token.isEmpty() ? "There is no token in " + place + ": it is empty."
                : lines > 1 ? "The content of " + place + " is not a token: it has " + lines + " lines."
                : "The content of " + place + " is not a token: it has white space or other invalid characters.";
        throw new ApiFault("token-malformed", what + "\n    Maybe store only the token there, as printed by caravan token create.");
    }
}
