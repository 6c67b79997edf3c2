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
 * The meeting with a machine whose host key nobody knows yet. Whatever ed25519 key it shows is taken for the moment: only a
 * machine that then proves what nobody else can know may have it pinned. Who stands between cannot pass our login on, because
 * it is signed for the one connection.
 */
public final class FirstContact {

    static {
        Ed25519.use();
    }

    /**
     * What a machine showed and said.
     *
     * @param hostKey its type and key, as in a known_hosts line without the name
     * @param answer what the command wrote, stripped
     */
    public record Meeting(String hostKey, String answer) {}

    /** Bytes; a machine that writes more counts as one that wrote nothing. */
    private static final int MOST_OUTPUT = 1 << 16;

    private final KeyPair key;
    private final Duration timeout;

    /** @param timeout for the whole meeting */
    public FirstContact(KeyPair key, Duration timeout) {
        this.key = key;
        this.timeout = timeout;
    }

    /**
     * Logs in, runs one harmless command, and leaves.
     *
     * @throws ShellFault of kind UNREACHABLE, or UNTRUSTED where the machine does not accept our key (yet)
     */
    public Meeting meet(Machine machine, String user, String command) {
        AtomicReference<PublicKey> shown = new AtomicReference<>();
        try (SshClient client = client(shown)) {
            client.start();
            try (ClientSession session = client.connect(user, machine.address(), machine.port()).verify(timeout).getClientSession()) {
                session.addPublicKeyIdentity(key);
                if (!authenticated(session)) {
                    throw Fault.notAccepted(machine, user, null);
                }
                return new Meeting(PublicKeyEntry.toString(shown.get()), answer(session, command));
            }
        } catch (IOException e) {
            throw Fault.unreachable(machine, e);
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
        // One kind of key only: the machine proves that one, and no other may be shown in its place.
        client.setSignatureFactories(List.of(BuiltinSignatures.ed25519));
        client.setServerKeyVerifier((session, address, serverKey) -> {
            shown.set(serverKey);
            return true;
        });
        return client;
    }
}
