package org.caravan.canonical;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digest (FIPS 180-4) of a canonical text; used as the id of a pipeline record. */
public final class Digest {

    private Digest() {}

    /** 64 lower-case hexadecimal digits. */
    public static String of(String canonicalText) {
        return of(canonicalText.getBytes(StandardCharsets.UTF_8));
    }

    /** 64 lower-case hexadecimal digits. */
    public static String of(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** First 12 digits, enough to distinguish records on a screen, as in git. */
    public static String abbreviated(String digest) {
        return digest.substring(0, Math.min(12, digest.length()));
    }
}
