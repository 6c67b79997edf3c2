package org.caravan.adapter.rented;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a machine writes on its first boot to prove its host key: a digest of the key and a word that only the machine and who
 * ordered it know. Two rounds, as in HMAC, so that nothing can be appended. Its other half is in first-boot.sh.
 */
record HostKeyProof(String word) {

    private static final String FORM = "[0-9a-f]{64}";

    /** @param hostKey type and key */
    String of(String hostKey) {
        return digest(word + digest(word + hostKey));
    }

    /** Whether a text is a proof at all, rather than the words of a machine that is not so far yet. */
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
