package org.caravan.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 digest that names a content: {@code sha256:9f86…}.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record ContentDigest(String hex) implements Comparable<ContentDigest> {

    private static final String PREFIX = "sha256:";

    public ContentDigest {
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a content is named by 64 hexadecimal digits: " + hex);
        }
    }

    /** Parses the output of {@link #toString()}. */
    public static ContentDigest parse(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a digest begins with sha256: " + text);
        }
        return new ContentDigest(text.substring(PREFIX.length()));
    }

    public static ContentDigest of(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            return of(content);
        }
    }

    /** Digest of the rest of the stream. */
    public static ContentDigest of(InputStream content) throws IOException {
        MessageDigest sum = newSum();
        new DigestInputStream(content, sum).transferTo(OutputStream.nullOutputStream());
        return of(sum);
    }

    /** Digest of the data in the sum; resets the sum. */
    public static ContentDigest of(MessageDigest sum) {
        return new ContentDigest(HexFormat.of().formatHex(sum.digest()));
    }

    public static MessageDigest newSum() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public int compareTo(ContentDigest other) {
        return hex.compareTo(other.hex);
    }

    @Override
    public String toString() {
        return PREFIX + hex;
    }
}
