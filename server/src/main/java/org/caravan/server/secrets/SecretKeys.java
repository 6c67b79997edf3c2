package org.caravan.server.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.caravan.durable.DurableFiles;

/**
 * Manages the key file of the secrets (mode 0600, created at the first start). During a rotation the new key is in {@code .next} beside it.
 * After the first rotation {@code .versions} keeps the key for secret versions, so that versions do not change and copies are not supplied
 * again. Several servers can share these files, and another server can change the key at any time: see {@link #reread}.
 */
final class SecretKeys {

    private static final int VERSION_DIGITS = 16;

    private final Path file;
    private final Path nextFile;
    private final Path versionFile;
    private SecretKey current;
    private Optional<SecretKey> next;
    private byte[] versionKey;

    SecretKeys(Path file) {
        this.file = file;
        nextFile = file.resolveSibling(file.getFileName() + ".next");
        versionFile = file.resolveSibling(file.getFileName() + ".versions");
        try {
            if (Files.notExists(file)) {
                create();
            }
            reread();
        } catch (IOException e) {
            throw new UncheckedIOException("The key file of the secrets (" + file + ") cannot be read or made.\n"
                    + "Maybe the data folder may not be written.", e);
        }
    }

    /** If two servers start at the same time, one creates the key and both use it. */
    private void create() throws IOException {
        try {
            SecretKey.random().create(file);
        } catch (FileAlreadyExistsException made) {
            // created by another server
        }
    }

    /** Reads the keys again, because another server may have changed them. Call before each change and after a failed decryption. */
    void reread() throws IOException {
        // In this order: a rotation that ends between the two reads is seen as ended.
        next = read(nextFile);
        current = SecretKey.read(file);
        versionKey = Files.exists(versionFile) ? Files.readAllBytes(versionFile) : current.versionKey();
    }

    private static Optional<SecretKey> read(Path file) throws IOException {
        try {
            return Optional.of(SecretKey.read(file));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /** Whether a rotation was started and not completed, because the server stopped during it. */
    boolean rotating() {
        return next.isPresent();
    }

    /** Creates the next key. From now on values are encrypted with it; both keys can decrypt. */
    void beginRotation() throws IOException {
        if (Files.notExists(versionFile)) {
            DurableFiles.write(versionFile, versionKey);
        }
        if (next.isEmpty()) {
            SecretKey made = SecretKey.random();
            made.write(nextFile);
            next = Optional.of(made);
        }
    }

    /** Replaces the former key. No value that only the former key can decrypt may remain. */
    void endRotation() throws IOException {
        DurableFiles.move(nextFile, file);
        current = next.orElseThrow();
        next = Optional.empty();
    }

    String id() {
        return newest().id();
    }

    private SecretKey newest() {
        return next.orElse(current);
    }

    byte[] encrypt(String name, byte[] value) {
        return newest().encrypt(name, value);
    }

    byte[] decrypt(String name, byte[] stored) {
        return (newest().wrote(stored) ? newest() : current).decrypt(name, stored);
    }

    /** Deterministic for the same value. An HMAC, so that without the key it reveals nothing, not even by trying values. */
    String version(String name, byte[] value) {
        byte[] text = (name + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] digest = SecretKey.mac(versionKey, ByteBuffer.allocate(text.length + value.length).put(text).put(value).array());
        return HexFormat.of().formatHex(digest).substring(0, VERSION_DIGITS);
    }
}
