package org.caravan.server.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text forms of tokens and cookies. A token is {@code caravan_ID_RANDOM}: secret scanners can detect the prefix, and the id may be shown.
 * A cookie is a random value.
 */
final class TokenText {

    private static final Pattern FORM = Pattern.compile("caravan_([0-9a-f]{8})_[A-Za-z0-9_-]{43}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 4;
    private static final int TOKEN_BYTES = 32;

    private TokenText() {}

    static String newId() {
        return HexFormat.of().formatHex(random(ID_BYTES));
    }

    static String newToken(String id) {
        return "caravan_" + id + "_" + newSecret();
    }

    /** 256 random bits, base64url. */
    static String newSecret() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random(TOKEN_BYTES));
    }

    /** The id in the token; empty if the text is not a token of this server. */
    static Optional<String> id(String token) {
        Matcher matcher = FORM.matcher(token);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] random(int length) {
        byte[] random = new byte[length];
        RANDOM.nextBytes(random);
        return random;
    }
}
