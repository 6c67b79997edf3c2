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
 * The host key that a machine shows, for a person to compare with the machine's own. That it was shown says nothing about
 * whose it is.
 *
 * @param type for example {@code ssh-ed25519}
 * @param fingerprint as {@code ssh-keygen -lf} prints it: {@code SHA256:…}
 * @param text type and key, as in a known_hosts line without the name
 */
public record ShownHostKey(String type, String fingerprint, String text) {

    static {
        Ed25519.use();
    }

    /**
     * Connects, takes the key, and leaves before any login.
     *
     * @param timeout for the whole look
     * @throws ShellFault of kind UNREACHABLE
     */
    public static ShownHostKey of(Machine machine, Duration timeout) {
        AtomicReference<PublicKey> shown = new AtomicReference<>();
        try (SshClient client = client(shown)) {
            client.start();
            try (ClientSession session = client.connect("nobody", machine.address(), machine.port()).verify(timeout).getClientSession()) {
                session.auth().verify(timeout);
            } catch (IOException refused) {
                // Refusing the key is how we leave; without a key we never got that far.
                if (shown.get() == null) {
                    throw Fault.unreachable(machine, refused);
                }
            }
            return of(shown.get());
        } catch (IOException e) {
            throw Fault.unreachable(machine, e);
        }
    }

    static ShownHostKey of(PublicKey key) {
        return new ShownHostKey(KeyUtils.getKeyType(key), KeyUtils.getFingerPrint(key), PublicKeyEntry.toString(key));
    }

    private static SshClient client(AtomicReference<PublicKey> shown) {
        SshClient client = SshClient.setUpDefaultClient();
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        // Of several keys the one that messages tell people to look at.
        client.setSignatureFactories(client.getSignatureFactories().stream()
                .sorted(Comparator.comparing(algorithm -> !algorithm.getName().equals(KeyPairProvider.SSH_ED25519))).toList());
        client.setServerKeyVerifier((session, address, serverKey) -> {
            shown.set(serverKey);
            return false;
        });
        return client;
    }
}
