package org.caravan.ssh;

import java.io.IOException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.signature.BuiltinSignatures;

/**
 * First connection to a machine whose host key is unknown. It accepts any ed25519 key temporarily; the key may be pinned only after
 * the machine proves a shared secret. A man in the middle cannot forward the login, because its signature is bound to the
 * connection.
 */
public final class HostKeyEnrollment {

    static {
        Ed25519.use();
    }

    /**
     * Result of the first connection.
     *
     * @param hostKey type and key, as in a known_hosts line without the name
     * @param answer output of the command, stripped
     */
    public record Meeting(String hostKey, String answer) {}

    /** Bytes; more output counts as no output. */
    private static final int MOST_OUTPUT = 1 << 16;

    private final KeyPair key;
    private final Duration timeout;

    /** @param timeout for the whole connection */
    public HostKeyEnrollment(KeyPair key, Duration timeout) {
        this.key = key;
        this.timeout = timeout;
    }

    /**
     * Logs in, runs one harmless command, and disconnects.
     *
     * @throws ShellFault of kind UNREACHABLE, or UNTRUSTED if the machine does not accept the key (yet)
     */
    public Meeting meet(Machine machine, String user, String command) {
        AtomicReference<PublicKey> shown = new AtomicReference<>();
        try (SshClient client = client(shown)) {
            client.start();
            try (ClientSession session = client.connect(user, machine.address(), machine.port()).verify(timeout).getClientSession()) {
                session.addPublicKeyIdentity(key);
                if (!authenticated(session)) {
                    throw SshFault.notAccepted(machine, user, null);
                }
                return new Meeting(PublicKeyEntry.toString(shown.get()), answer(session, command));
            }
        } catch (IOException e) {
            throw SshFault.unreachable(machine, e);
        }
    }

    private boolean authenticated(ClientSession session) throws IOException {
        try {
            return session.auth().verify(timeout).isSuccess();
        } catch (IOException refused) {
            if (session.getServerKey() == null || !session.isOpen()) {
                throw refused;
            }
            return false;
        }
    }

    private String answer(ClientSession session, String command) throws IOException {
        try (ChannelExec channel = session.createExecChannel(command)) {
            BoundedOutput output = new BoundedOutput(MOST_OUTPUT, () -> channel.close(true));
            channel.setOut(output);
            channel.open().verify(timeout);
            channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), timeout);
            return output.text().strip();
        }
    }

    private static SshClient client(AtomicReference<PublicKey> shown) {
        SshClient client = SshClient.setUpDefaultClient();
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        // Only one key type, so that the machine cannot present a key other than the one it proves.
        client.setSignatureFactories(List.of(BuiltinSignatures.ed25519));
        client.setServerKeyVerifier((session, address, serverKey) -> {
            shown.set(serverKey);
            return true;
        });
        return client;
    }
}
