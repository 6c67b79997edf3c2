package org.caravan.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.future.AuthFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.future.CancelOption;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.core.CoreModuleProperties;

/** One attempt to open an authenticated session to a machine. */
final class Login {

    private static final AttributeRepository.AttributeKey<Login> LOGIN = new AttributeRepository.AttributeKey<>();
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final int LOST_HEARTBEATS = 3;

    static {
        Ed25519.use();
    }

    private final Machine machine;
    private final Credentials credentials;
    private final AtomicReference<ShellFault> refusal = new AtomicReference<>();

    private Login(Machine machine, Credentials credentials) {
        this.machine = machine;
        this.credentials = credentials;
    }

    /** A client that ignores the SSH agent and ~/.ssh of the server's user. */
    static SshClient client() {
        SshClient client = SshClient.setUpDefaultClient();
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        client.setServerKeyVerifier((session, address, key) -> false);
        // Heartbeats detect a machine that lost power; otherwise its dead connection would stay in use for minutes.
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, HEARTBEAT);
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, LOST_HEARTBEATS);
        client.addSessionListener(new SessionListener() {
            @Override
            public void sessionCreated(Session session) {
                ClientSession own = (ClientSession) session;
                own.getConnectionContext().getAttribute(LOGIN).prepare(own);
            }
        });
        client.start();
        return client;
    }

    /** @throws ShellFault of kind UNREACHABLE or UNTRUSTED */
    static ClientSession open(SshClient client, Machine machine, SshSettings settings) {
        return new Login(machine, Credentials.read(settings.credentials(), machine))
                .open(client, settings.connectTimeout());
    }

    private ClientSession open(SshClient client, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        ClientSession session;
        try {
            session = client.connect(credentials.user(), machine.address(), machine.port(),
                            AttributeRepository.ofKeyValuePair(LOGIN, this), null)
                    .verify(timeout, CancelOption.CANCEL_ON_TIMEOUT)
                    .getClientSession();
        } catch (IOException | RuntimeException e) {
            throw SshFault.unreachable(machine, e);
        }
        try {
            authenticate(session, Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            return session;
        } catch (ShellFault e) {
            session.close(true);
            throw e;
        }
    }

    private void authenticate(ClientSession session, Duration timeout) {
        AuthFuture attempt = null;
        try {
            attempt = session.auth();
            attempt.verify(timeout, CancelOption.CANCEL_ON_TIMEOUT);
        } catch (IOException | RuntimeException e) {
            if (refusal.get() != null) {
                throw refusal.get();
            }
            // If the session is still open, the machine has answered and refused the login.
            boolean answered = attempt != null && attempt.isFailure() && !attempt.isCanceled() && session.getServerKey() != null;
            throw answered ? SshFault.notAccepted(machine, credentials.user(), e) : SshFault.unreachable(machine, e);
        }
    }

    /** Runs before the first packet, to prefer pinned key types; keys of other types would only be refused later. */
    private void prepare(ClientSession session) {
        session.addPublicKeyIdentity(credentials.key());
        session.setServerKeyVerifier((own, address, key) -> {
            refusal.set(credentials.hostKeys().refusal(key).orElse(null));
            return refusal.get() == null;
        });
        List<NamedFactory<Signature>> pinnedFirst = session.getSignatureFactories().stream()
                .sorted(Comparator.comparing(this::isNotPinned))
                .toList();
        session.setSignatureFactories(pinnedFirst);
    }

    private boolean isNotPinned(NamedFactory<Signature> algorithm) {
        return !credentials.hostKeys().types().contains(KeyUtils.getCanonicalKeyType(algorithm.getName()));
    }
}
