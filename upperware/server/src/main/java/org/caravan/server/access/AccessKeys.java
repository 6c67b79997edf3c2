package org.caravan.server.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Recognises the token and the cookie made from it. Keeps digests only: a dump of the heap gives neither away.
 * The cookie is not the token, so that a cookie that leaks opens the console but no tool.
 */
final class AccessKeys {

    private final byte[] tokenDigest;
    private final byte[] cookieDigest;

    private AccessKeys(byte[] tokenDigest, byte[] cookieDigest) {
        this.tokenDigest = tokenDigest;
        this.cookieDigest = cookieDigest;
    }

    static AccessKeys of(String token) {
        return new AccessKeys(digest(token), digest(cookie(token)));
    }

    boolean isToken(String candidate) {
        return MessageDigest.isEqual(tokenDigest, digest(candidate));
    }

    boolean isCookie(String candidate) {
        return MessageDigest.isEqual(cookieDigest, digest(candidate));
    }

    /** The cookie for whoever shows the right token. */
    Optional<String> cookieFor(String candidate) {
        return isToken(candidate) ? Optional.of(cookie(candidate)) : Optional.empty();
    }

    private static String cookie(String token) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal("caravan console".getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("no cookie can be made of an empty token", e);
        }
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
