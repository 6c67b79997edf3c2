package org.caravan.server.secrets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.caravan.durable.DurableFiles;

/**
 * An encryption key of the secrets (256 bits). Uses AES-GCM (NIST SP 800-38D) with a random 96-bit nonce per value, bound to the name of
 * the secret. The ciphertext starts with the id of its key, which selects one of several keys. Ciphertexts of earlier releases start with
 * the nonce.
 */
final class SecretKey {

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int ID_BYTES = 8;
    private static final byte[] MARK = "CVN1".getBytes(StandardCharsets.US_ASCII);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] key;
    private final byte[] cipherKey;
    private final byte[] head;

    private SecretKey(byte[] key) {
        this.key = key;
        this.cipherKey = mac(key, "caravan secrets: values");
        byte[] id = Arrays.copyOf(mac(key, "caravan secrets: id"), ID_BYTES);
        this.head = ByteBuffer.allocate(MARK.length + ID_BYTES).put(MARK).put(id).array();
    }

    static SecretKey random() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return new SecretKey(key);
    }

    static SecretKey read(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        byte[] key = Files.readAllBytes(file);
        if (key.length != KEY_BYTES) {
            throw new IllegalStateException("The key file of the secrets (" + file + ") is damaged.\n"
                    + "Maybe restore it from a backup; without it no secret can be read.");
        }
        return new SecretKey(key);
    }

    void write(Path file) throws IOException {
        DurableFiles.write(file, key);
    }

    /** @throws java.nio.file.FileAlreadyExistsException if another process created the file first; that key must be used */
    void create(Path file) throws IOException {
        DurableFiles.create(file, key);
    }

    /** Identifies the key without revealing it: 16 hexadecimal digits. */
    String id() {
        return HexFormat.of().formatHex(head, MARK.length, head.length);
    }

    /** The key for secret versions, as derived by releases without key ids. */
    byte[] versionKey() {
        return mac(key, "caravan secrets: versions");
    }

    byte[] encrypt(String name, byte[] value) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, name, nonce, value);
        return ByteBuffer.allocate(head.length + NONCE_BYTES + sealed.length).put(head).put(nonce).put(sealed).array();
    }

    boolean wrote(byte[] stored) {
        return stored.length >= head.length && Arrays.equals(head, Arrays.copyOf(stored, head.length));
    }

    /** @throws IllegalStateException if the value was changed, belongs to another secret, or was encrypted with another key */
    byte[] decrypt(String name, byte[] stored) {
        int from = wrote(stored) ? head.length : 0;
        byte[] nonce = Arrays.copyOfRange(stored, from, from + NONCE_BYTES);
        return crypt(Cipher.DECRYPT_MODE, name, nonce,
                Arrays.copyOfRange(stored, Math.min(from + NONCE_BYTES, stored.length), stored.length));
    }

    private byte[] crypt(int mode, String name, byte[] nonce, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(cipherKey, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Secret " + name + " cannot be read with the key of this data folder.\n"
                    + "Maybe set it again: caravan secret set " + name + ".", e);
        }
    }

    static byte[] mac(byte[] key, String text) {
        return mac(key, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] mac(byte[] key, byte[] input) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
