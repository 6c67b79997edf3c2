package org.caravan.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;

/** A folder of credentials with one name, {@code bed}, as an operator would lay it out. */
final class CredentialsFolder {

    static final String NAME = "bed";

    static {
        Ed25519.use();
    }

    private final Path folder;

    CredentialsFolder(Path folder, String user, KeyPair key) throws IOException, GeneralSecurityException {
        this.folder = folder;
        Files.createDirectories(folder.resolve(NAME));
        Files.writeString(file("user"), user + "\n");
        Files.writeString(file("known_hosts"), "");
        writeKey(key);
    }

    static KeyPair newKey() throws GeneralSecurityException {
        return KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256);
    }

    Path path() {
        return folder;
    }

    Path file(String name) {
        return folder.resolve(NAME).resolve(name);
    }

    void writeKey(KeyPair key) throws IOException, GeneralSecurityException {
        writePrivate(key, file("id_ed25519"));
    }

    static void writePrivate(KeyPair key, Path file) throws IOException, GeneralSecurityException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream target = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "test", null, target);
        }
    }

    void pin(int port, PublicKey hostKey) throws IOException {
        Files.writeString(file("known_hosts"), "[127.0.0.1]:" + port + " " + PublicKeyEntry.toString(hostKey) + "\n");
    }
}
