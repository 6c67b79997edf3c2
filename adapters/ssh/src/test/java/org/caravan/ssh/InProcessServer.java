package org.caravan.ssh;

import java.io.IOException;
import java.security.KeyPair;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.shell.InvertedShellWrapper;
import org.apache.sshd.server.shell.ProcessShell;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/** A real SSH server in this process; its commands run in this machine's own shell. */
final class InProcessServer implements AutoCloseable {

    private final SshServer server = SshServer.setUpDefaultServer();

    InProcessServer(int port, boolean sftp, KeyPair userKey, KeyPair... hostKeys) throws IOException {
        server.setHost("127.0.0.1");
        server.setPort(port);
        server.setKeyPairProvider(KeyPairProvider.wrap(hostKeys));
        server.setPublickeyAuthenticator((user, key, session) -> KeyUtils.compareKeys(key, userKey.getPublic()));
        server.setCommandFactory((channel, command) ->
                new InvertedShellWrapper(new ProcessShell(List.of("/bin/sh", "-c", command))));
        if (sftp) {
            server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        }
        server.start();
    }

    int port() {
        return server.getPort();
    }

    int sessions() {
        return server.getActiveSessions().size();
    }

    void breakConnections() {
        server.getActiveSessions().forEach(session -> session.close(true));
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
