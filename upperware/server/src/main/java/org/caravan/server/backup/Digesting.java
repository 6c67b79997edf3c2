package org.caravan.server.backup;

import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Passes on what is written, and knows its SHA-256. */
final class Digesting extends DigestOutputStream {

    Digesting(OutputStream target) {
        super(target, sha256());
    }

    /** Lower-case hex. */
    String digest() {
        return HexFormat.of().formatHex(getMessageDigest().digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
