package org.caravan.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.caravan.ssh.HostKeyEnrollment;

/**
 * An SSH server on loopback that shows whichever host key it is set to, runs nothing, and answers every command with a text of the test's.
 */
final class HostileNode implements AutoCloseable {

    private final SshServer server = SshServer.setUpDefaultServer();
    private final KeyPair own = newKey();
    private final Map<SessionContext, KeyPair> keys = new ConcurrentHashMap<>();
    private final Deque<KeyPair> shownNext = new ArrayDeque<>();
    private final AtomicReference<byte[]> answer = new AtomicReference<>(new byte[0]);
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final List<String> users = new CopyOnWriteArrayList<>();

    HostileNode() throws IOException {
        server.setHost("127.0.0.1");
        // Asked several times for one connection.
        server.setKeyPairProvider(session -> List.of(keys.computeIfAbsent(session, one -> next())));
        server.setPublickeyAuthenticator((user, key, session) -> users.add(user));
        server.setCommandFactory((channel, command) -> new Answering(command));
        server.start();
    }

    static KeyPair newKey() {
        try {
            // The library takes Ed25519 from the JDK once a class of ours that connects is initialised.
            MethodHandles.lookup().ensureInitialized(HostKeyEnrollment.class);
            return KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256);
        } catch (GeneralSecurityException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A folder of credentials named {@code bed}, without pinned keys. */
    static Path credentials(Path folder) throws IOException, GeneralSecurityException {
        Path own = Files.createDirectories(folder.resolve("bed"));
        Files.writeString(own.resolve("user"), "root\n");
        Path key = Files.createFile(own.resolve("id_ed25519"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream text = Files.newOutputStream(key)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(newKey(), "test", null, text);
        }
        return folder;
    }

    private synchronized KeyPair next() {
        return shownNext.isEmpty() ? own : shownNext.pop();
    }

    /** The keys of the next connections, one for each; after them its own again. */
    synchronized void shows(KeyPair... keys) {
        shownNext.clear();
        shownNext.addAll(List.of(keys));
        // Kept connections have seen the former key.
        server.getActiveSessions().forEach(session -> session.close(true));
    }

    void answers(String text) {
        answer.set(text.getBytes(StandardCharsets.UTF_8));
    }

    int port() {
        return server.getPort();
    }

    String fingerprint() {
        return KeyUtils.getFingerPrint(own.getPublic());
    }

    /** Names of users that logged in. */
    List<String> users() {
        return List.copyOf(users);
    }

    List<String> commands() {
        return List.copyOf(commands);
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }

    /** Reads its input to the end, as a shell does, and writes the answer. */
    private final class Answering implements Command {

        private final String command;
        private InputStream input;
        private OutputStream output;
        private ExitCallback ended;

        Answering(String command) {
            this.command = command;
        }

        @Override
        public void start(ChannelSession channel, Environment environment) {
            commands.add(command);
            Thread thread = new Thread(() -> {
                try {
                    input.transferTo(OutputStream.nullOutputStream());
                    output.write(answer.get());
                    output.flush();
                    ended.onExit(0);
                } catch (IOException gone) {
                    ended.onExit(1);
                }
            }, "hostile-node");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void destroy(ChannelSession channel) {
            try {
                input.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void setInputStream(InputStream in) {
            input = in;
        }

        @Override
        public void setOutputStream(OutputStream out) {
            output = out;
        }

        @Override
        public void setErrorStream(OutputStream err) {}

        @Override
        public void setExitCallback(ExitCallback callback) {
            ended = callback;
        }
    }
}
