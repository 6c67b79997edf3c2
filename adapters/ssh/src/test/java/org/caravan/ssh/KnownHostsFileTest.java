package org.caravan.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import org.caravan.ssh.KnownHostsFile.Knowledge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key is shown, confirmed, pinned and forgotten: against a real SSH server in this process. */
class KnownHostsFileTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void aConfirmedKeyLetsTheShellInAndAForgottenOneDoesNot() throws Exception {
        KeyPair userKey = CredentialsFolder.newKey();
        KeyPair hostKey = CredentialsFolder.newKey();
        CredentialsFolder credentials = new CredentialsFolder(folder.resolve("credentials"), "operator", userKey);
        try (InProcessServer server = new InProcessServer(0, true, userKey, hostKey)) {
            Machine machine = new Machine("pi-9", "127.0.0.1", server.port(), CredentialsFolder.NAME);
            PresentedHostKey shown = PresentedHostKey.of(machine, TIMEOUT);
            assertThat(shown).isEqualTo(PresentedHostKey.of(hostKey.getPublic()));
            assertThat(shown.fingerprint()).startsWith("SHA256:");
            String others = "pi-1,pi-2 " + PresentedHostKey.of(CredentialsFolder.newKey().getPublic()).text() + "\n";
            Files.writeString(credentials.file("known_hosts"), others);
            KnownHostsFile known = KnownHostsFile.of(credentials.path(), machine);
            assertThat(known.of(machine, shown)).isEqualTo(Knowledge.UNKNOWN);
            known.pin(machine, shown);
            assertThat(known.of(machine, shown)).isEqualTo(Knowledge.PINNED);
            assertThat(known.of(machine, PresentedHostKey.of(CredentialsFolder.newKey().getPublic()))).isEqualTo(Knowledge.OTHER);
            try (SshShell shell = new SshShell(SshSettings.of(credentials.path()))) {
                assertThat(shell.run(machine, "echo in", TIMEOUT).output()).isEqualTo("in\n");
            }
            assertThat(known.forget(machine)).isTrue();
            assertThat(known.forget(machine)).isFalse();
            assertThat(known.forget(new Machine("pi-1", "pi-1", 22, CredentialsFolder.NAME))).isTrue();
            assertThat(Files.readString(credentials.file("known_hosts"))).isEqualTo(others.replace("pi-1,", ""));
        }
    }

    @Test
    void whoIsNotThereOrHasNoCredentialsIsSaid() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            Machine silent = new Machine("pi-9", "127.0.0.1", taken.getLocalPort(), "bed");
            taken.close();
            assertThatThrownBy(() -> PresentedHostKey.of(silent, TIMEOUT)).isInstanceOf(ShellFault.class)
                    .hasMessageContaining("(pi-9) does not answer SSH");
            assertThatThrownBy(() -> KnownHostsFile.of(folder, silent)).hasMessageContaining("there is no folder");
            assertThatThrownBy(() -> KnownHostsFile.of(folder, new Machine("pi-9", "x", 22, "../bed"))).hasMessageContaining("not a name");
        }
    }
}
