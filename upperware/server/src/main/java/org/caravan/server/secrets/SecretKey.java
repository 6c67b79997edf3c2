package org.caravan.server.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key file of the secrets (256 bits, mode 0600, made at the first start), and what is done with it: AES-GCM (NIST SP
 * 800-38D) with a random nonce of 96 bits per value, bound to the secret's name; versions by HMAC-SHA-256.
 */
final class SecretKey {

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int VERSION_DIGITS = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] cipherKey;
    private final byte[] versionKey;

    private SecretKey(byte[] key) {
        this.cipherKey = mac(key, "caravan secrets: values".getBytes(StandardCharsets.UTF_8));
        this.versionKey = mac(key, "caravan secrets: versions".getBytes(StandardCharsets.UTF_8));
    }

    static SecretKey readOrCreate(Path file) {
        try {
            if (Files.notExists(file)) {
                byte[] key = new byte[KEY_BYTES];
                RANDOM.nextBytes(key);
                write(file, key);
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            byte[] key = Files.readAllBytes(file);
            if (key.length != KEY_BYTES) {
                throw new IllegalStateException("The key file of the secrets (" + file + ") is damaged.\n"
                        + "Maybe bring it back from a backup; without it no secret can be read.");
            }
            return new SecretKey(key);
        } catch (IOException e) {
            throw new UncheckedIOException("The key file of the secrets (" + file + ") cannot be read or made.\n"
                    + "Maybe the data folder may not be written.", e);
        }
    }

    /** Whole and on the disk before it appears under its name; never readable by others, not even for a moment. */
    static void write(Path file, byte[] content) throws IOException {
        Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), ".draft", null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content));
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    byte[] encrypt(String name, byte[] value) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, name, nonce, value);
        return ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
    }

    /** @throws IllegalStateException if it was changed, was another secret's, or was written under another key */
    byte[] decrypt(String name, byte[] stored) {
        byte[] nonce = Arrays.copyOf(stored, NONCE_BYTES);
        return crypt(Cipher.DECRYPT_MODE, name, nonce, Arrays.copyOfRange(stored, Math.min(NONCE_BYTES, stored.length), stored.length));
    }

    /** The same for the same value; without the key it tells nothing, not even by trying values. */
    String version(String name, byte[] value) {
        byte[] text = (name + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] digest = mac(versionKey, ByteBuffer.allocate(text.length + value.length).put(text).put(value).array());
        return HexFormat.of().formatHex(digest).substring(0, VERSION_DIGITS);
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

    private static byte[] mac(byte[] key, byte[] input) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
