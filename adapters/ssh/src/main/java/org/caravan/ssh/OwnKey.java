package org.caravan.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.caravan.durable.DurableFiles;

/**
 * A key pair of the server, generated at first use.
 *
 * @param file file of the private key, readable by its owner only
 */
public record OwnKey(Path file, KeyPair pair) {

    private static final int BITS = 256;

    static {
        Ed25519.use();
    }

    /** Reads the key from the file, or generates it. */
    public static OwnKey at(Path file) {
        try {
            if (!Files.exists(file)) {
                write(file, KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, BITS));
            }
            try (InputStream text = Files.newInputStream(file)) {
                return new OwnKey(file, SecurityUtils.loadKeyPairIdentities(
                        null, NamedResource.ofName(file.toString()), text, FilePasswordProvider.EMPTY).iterator().next());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The key " + file + " cannot be used.\nMaybe its folder cannot be written.", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The key " + file + " cannot be read.\nMaybe bring it back from a backup.", e);
        }
    }

    /** OpenSSH one-line format with the comment {@code caravan}. */
    public String publicLine() {
        return PublicKeyEntry.toString(pair.getPublic()) + " caravan";
    }

    /** Writes atomically, because an incomplete key would lock the server out of its machines. */
    private static void write(Path file, KeyPair made) throws IOException, GeneralSecurityException {
        DurableFiles.createFolders(file.toAbsolutePath().getParent());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(made, "caravan", null, text);
        DurableFiles.write(file, text.toByteArray());
    }
}
