package org.caravan.client;

import java.util.regex.Pattern;

/** The text that lets its holder in, as it may stand in a header (RFC 6750). What is wrong with one is told without any of it. */
public final class BearerToken {

    /** More than RFC 6750 has, as the owner's may be written by hand; nothing that would end a header or split it. */
    private static final Pattern FORM = Pattern.compile("[!-~]+");

    private BearerToken() {}

    /**
     * @param text as it was read; white space around it does not count
     * @param place where it was read, for the user: {@code the file (data/token)}, {@code CARAVAN_TOKEN}
     * @return the token itself
     * @throws ApiFault {@code token-malformed}, which shows nothing of the text
     */
    public static String of(String text, String place) {
        String token = text.strip();
        if (FORM.matcher(token).matches()) {
            return token;
        }
        long lines = token.lines().count();
        String what = token.isEmpty() ? "There is no token in " + place + ": it is empty."
                : lines > 1 ? "What is in " + place + " is no token: it has " + lines + " lines."
                : "What is in " + place + " is no token: it has white space or other characters that no token has.";
        throw new ApiFault("token-malformed", what + "\n    Maybe keep the token there alone, as caravan token create printed it.");
    }
}
