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
 * The key file of the secrets (mode 0600, made at the first start); beside it, while another key takes its place, {@code .next}, and, once one has,
 * {@code .versions}: versions of secrets are reckoned with what they always were, or every copy would be supplied anew. Several servers may share these files, so what is
 * known of them is out of date as soon as another one has changed the key: see {@link #reread}.
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

    /** Of two servers that start at the same moment one makes it, and both have it. */
    private void create() throws IOException {
        try {
            SecretKey.random().create(file);
        } catch (FileAlreadyExistsException made) {
            // by another server
        }
    }

    /** Before something is written, and where something cannot be opened: another server may have changed the key. */
    void reread() throws IOException {
        // In this order: a rotation that ends between the two is seen as ended.
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

    /** Whether a rotation was begun and not ended: the server ended during it. */
    boolean rotating() {
        return next.isPresent();
    }

    /** From now on what is written is written with another key; both open what was written. */
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

    /** The former key is gone: nothing may be left that only it opens. */
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

    /** The same for the same value; without the key it tells nothing, not even by trying values. */
    String version(String name, byte[] value) {
        byte[] text = (name + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] digest = SecretKey.mac(versionKey, ByteBuffer.allocate(text.length + value.length).put(text).put(value).array());
        return HexFormat.of().formatHex(digest).substring(0, VERSION_DIGITS);
    }
}
