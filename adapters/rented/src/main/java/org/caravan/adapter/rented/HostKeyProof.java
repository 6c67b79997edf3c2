package org.caravan.adapter.rented;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Proof of a machine's host key, written on its first boot: a digest of the key and a secret word that only the machine and the
 * server know. Nested hashing, as in HMAC, prevents extension. The counterpart is in first-boot.sh.
 */
record HostKeyProof(String word) {

    private static final String FORM = "[0-9a-f]{64}";

    /** @param hostKey type and key */
    String of(String hostKey) {
        return digest(word + digest(word + hostKey));
    }

    /** True if a text has the format of a proof; a machine that is not ready yet writes other text. */
    static boolean isOne(String text) {
        return text.matches(FORM);
    }

    boolean proves(String text, String hostKey) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), of(hostKey).getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
