package org.caravan.ssh;

import java.io.IOException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.keyprovider.KeyPairProvider;

/**
 * Host key presented by a machine, for comparison by a user. Presenting a key proves nothing about its owner.
 *
 * @param type for example {@code ssh-ed25519}
 * @param fingerprint format of {@code ssh-keygen -lf}: {@code SHA256:…}
 * @param text type and key, as in a known_hosts line without the name
 */
public record PresentedHostKey(String type, String fingerprint, String text) {

    static {
        Ed25519.use();
    }

    /**
     * Connects, reads the key, and disconnects before any login.
     *
     * @param timeout for the whole operation
     * @throws ShellFault of kind UNREACHABLE
     */
    public static PresentedHostKey of(Machine machine, Duration timeout) {
        AtomicReference<PublicKey> shown = new AtomicReference<>();
        try (SshClient client = client(shown)) {
            client.start();
            try (ClientSession session = client.connect("nobody", machine.address(), machine.port()).verify(timeout).getClientSession()) {
                session.auth().verify(timeout);
            } catch (IOException refused) {
                // Refusing the key ends the connection as intended; without a key, the connection failed earlier.
                if (shown.get() == null) {
                    throw SshFault.unreachable(machine, refused);
                }
            }
            return of(shown.get());
        } catch (IOException e) {
            throw SshFault.unreachable(machine, e);
        }
    }

    static PresentedHostKey of(PublicKey key) {
        return new PresentedHostKey(KeyUtils.getKeyType(key), KeyUtils.getFingerPrint(key), PublicKeyEntry.toString(key));
    }

    private static SshClient client(AtomicReference<PublicKey> shown) {
        SshClient client = SshClient.setUpDefaultClient();
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        // Prefer the key type that messages tell users to compare.
        client.setSignatureFactories(client.getSignatureFactories().stream()
                .sorted(Comparator.comparing(algorithm -> !algorithm.getName().equals(KeyPairProvider.SSH_ED25519))).toList());
        client.setServerKeyVerifier((session, address, serverKey) -> {
            shown.set(serverKey);
            return false;
        });
        return client;
    }
}
