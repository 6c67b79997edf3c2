package org.caravan.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against OpenSSH's own server: the one on every machine we will meet. */
@Tag("real")
class OpenSshTest {

    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void runsCommandsAndUploadsFiles() throws Exception {
        assumeTrue(Files.isExecutable(SSHD), "SKIPPED: no " + SSHD);
        KeyPair userKey = CredentialsFolder.newKey();
        KeyPair hostKey = CredentialsFolder.newKey();
        CredentialsFolder credentials =
                new CredentialsFolder(folder.resolve("credentials"), System.getProperty("user.name"), userKey);
        int port = freePort();
        credentials.pin(port, hostKey.getPublic());
        Process sshd = Lifetime.limited(start(port, hostKey, userKey));
        try (SshShell shell = new SshShell(SshSettings.of(credentials.path()))) {
            awaitPort(sshd, port);
            Machine machine = new Machine("pi-1", "127.0.0.1", port, CredentialsFolder.NAME);
            assertThat(shell.run(machine, "sh -s", "echo \"from $((6 * 7))\"\n".getBytes(StandardCharsets.UTF_8), TIMEOUT))
                    .isEqualTo(new CommandResult(0, "from 42\n", ""));
            Path local = Files.write(folder.resolve("local"), new byte[9 << 20]);
            shell.upload(machine, local, folder.resolve("remote").toString(), TIMEOUT);
            assertThat(folder.resolve("remote")).hasSameBinaryContentAs(local);
        } finally {
            sshd.destroy();
            sshd.waitFor();
        }
    }

    /** Both sides' keys are ssh-keygen's, as operators make them; and the server's own key, which it makes itself. */
    @Test
    void keysOfSshKeygenAndTheServersOwnLogIn() throws Exception {
        assumeTrue(Files.isExecutable(SSHD), "SKIPPED: no " + SSHD);
        KeyPair hostKey = madeBySshKeygen("made-host-key");
        CredentialsFolder credentials = new CredentialsFolder(folder.resolve("credentials"), System.getProperty("user.name"), hostKey);
        for (KeyPair userKey : List.of(madeBySshKeygen("made-user-key"), OwnKey.at(folder.resolve("own/id_ed25519")).pair())) {
            int port = freePort();
            credentials.pin(port, hostKey.getPublic());
            credentials.writeKey(userKey);
            Process sshd = Lifetime.limited(start(port, hostKey, userKey));
            try (SshShell shell = new SshShell(SshSettings.of(credentials.path()))) {
                awaitPort(sshd, port);
                assertThat(shell.run(new Machine("pi-1", "127.0.0.1", port, CredentialsFolder.NAME), "echo in", new byte[0], TIMEOUT)
                        .output()).isEqualTo("in\n");
                assertThat(PresentedHostKey.of(new Machine("pi-1", "127.0.0.1", port, CredentialsFolder.NAME), TIMEOUT).text())
                        .isEqualTo(PublicKeyEntry.toString(hostKey.getPublic()));
            } finally {
                sshd.destroy();
                sshd.waitFor();
            }
        }
    }

    private KeyPair madeBySshKeygen(String name) throws Exception {
        Path file = folder.resolve(name);
        assertThat(new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", file.toString()).start().waitFor())
                .isZero();
        return OwnKey.at(file).pair();
    }

    private Process start(int port, KeyPair hostKey, KeyPair userKey) throws Exception {
        CredentialsFolder.writePrivate(hostKey, folder.resolve("host_key"));
        Files.writeString(folder.resolve("authorized_keys"), PublicKeyEntry.toString(userKey.getPublic()) + "\n");
        Files.createDirectories(Path.of("/run/sshd")); // sshd as root refuses to start without it
        Files.writeString(folder.resolve("sshd_config"), """
                ListenAddress 127.0.0.1:%d
                HostKey %s
                AuthorizedKeysFile %s
                PidFile none
                UsePAM no
                StrictModes no
                PermitRootLogin prohibit-password
                Subsystem sftp internal-sftp
                """.formatted(port, folder.resolve("host_key"), folder.resolve("authorized_keys")));
        return new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", folder.resolve("sshd_config").toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("sshd.log").toFile()).start();
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private void awaitPort(Process sshd, int port) {
        await("sshd").failFast("it ended", () -> assertThat(sshd.isAlive())
                .as("sshd runs: %s", Files.readString(folder.resolve("sshd.log"))).isTrue())
                .ignoreExceptionsInstanceOf(ConnectException.class).untilAsserted(() -> new Socket("127.0.0.1", port).close());
    }
}
