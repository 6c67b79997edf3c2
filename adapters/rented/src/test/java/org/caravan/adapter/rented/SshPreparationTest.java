package org.caravan.adapter.rented;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.shell.InvertedShellWrapper;
import org.apache.sshd.server.shell.ProcessShell;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.lxc.NodePreparation;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;
import org.caravan.ssh.Machine;
import org.caravan.ssh.OwnKey;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real SSH server in this process stands for the machine; what it runs, runs in a folder of its own. */
class SshPreparationTest {

    private static final MachineLabel LABEL = new MachineLabel("nornet", "oslo-small-1");

    @TempDir
    private Path folder;

    private SshServer server;
    private SshShell shell;
    private SshPreparation preparation;
    private KeyPair hostKey;

    @BeforeEach
    void start() throws Exception {
        hostKey = newKey();
        Files.createDirectories(folder.resolve("machine"));
        server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(session -> List.of(hostKey));
        server.setPublickeyAuthenticator((user, key, session) -> user.equals("root")
                && preparation.publicKey().startsWith(PublicKeyEntry.toString(key)));
        server.setCommandFactory((channel, command) -> new InvertedShellWrapper(new ProcessShell(List.of("/bin/sh", "-c",
                command.replace("/var/lib/caravan", folder.resolve("machine").toString())
                        .replace("sh preparation ", "sh " + folder.resolve("findings.sh") + " ")))));
        server.start();
        restart();
        findings("ok\tbridge\tthere\t");
    }

    @AfterEach
    void stop() throws Exception {
        shell.close();
        server.stop(true);
    }

    /** A server that remembers nothing but what is in its folder. */
    private void restart() {
        if (shell != null) {
            shell.close();
        }
        Path own = folder.resolve("rented");
        shell = new SshShell(new SshSettings(own, Duration.ofSeconds(10), 4));
        preparation = new SshPreparation(own, shell, NodePreparation.of(ScriptSettings.DEFAULT), server.getPort());
    }

    @Test
    void machineIsFitOnceItProvedItselfAndWasPrepared() throws Exception {
        assertThat(preparation.whyNotFit(machine("m-1"))).contains("its first boot is not finished yet");
        firstBoot(preparation);
        assertThat(preparation.fit(machine("m-1"))).isFalse();
        assertThat(preparation.whyNotFit(machine("m-1"))).contains("its preparation begins");
        awaitFit("m-1");
        assertThat(preparation.fit(machine("m-1"))).isTrue();
        assertThat(Files.readString(folder.resolve("machine/preparation"))).startsWith("#!/bin/sh").contains("NETWORK='routed'");

        restart();
        assertThat(preparation.whyNotFit(machine("m-1"))).isEmpty();
        Host reached = preparation.reached(Host.rented("oslo-small-1", "small", new Rental(
                new Region("simulated", Optional.empty(), "Oslo", Optional.empty(), "x"), "small", "debian", false)), machine("m-1"));
        assertThat(shell.run(new Machine(reached.id(), reached.address(), server.getPort(), reached.credentials()), "echo here",
                Duration.ofSeconds(10)).output()).isEqualTo("here\n");
    }

    @Test
    void whoeverCannotProveItsKeyIsNotTrusted() throws Exception {
        firstBoot(preparation);
        hostKey = newKey();
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> preparation.whyNotFit(machine("m-1")));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNTRUSTED);
        assertThat(fault).hasMessageContaining("cannot prove its host key").hasMessageContaining("\nMaybe ");
    }

    @Test
    void keyOfAMachineThatWasMetIsPinned() throws Exception {
        firstBoot(preparation);
        preparation.whyNotFit(machine("m-1"));
        hostKey = newKey();
        restart();
        assertThat(catchThrowableOfType(AdapterFault.class, () -> preparation.whyNotFit(machine("m-1"))).kind())
                .isEqualTo(AdapterFault.Kind.UNTRUSTED);
    }

    @Test
    void machineThatTakesTheHostOverIsMetAnew() throws Exception {
        firstBoot(preparation);
        preparation.whyNotFit(machine("m-1"));
        awaitFit("m-1");
        hostKey = newKey();
        restart();
        assertThat(preparation.fit(machine("m-2"))).isFalse();
        firstBoot(preparation);
        awaitFit("m-2");
        assertThat(preparation.fit(machine("m-2"))).isTrue();
    }

    @Test
    void machineThatCannotBeMadeFitIsRefusedInWords() throws Exception {
        findings("ok\tbridge\tthere\t", "missing\tkernel CONFIG_VETH\tneeded\tuse another");
        firstBoot(preparation);
        preparation.whyNotFit(machine("m-1"));
        AdapterFault fault = null;
        while (fault == null) {
            fault = catchThrowableOfType(AdapterFault.class, () -> preparation.whyNotFit(machine("m-1")));
        }
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNSUPPORTED);
        assertThat(fault).hasMessageContaining("kernel CONFIG_VETH: needed");
        assertThat(preparation.fit(machine("m-1"))).isFalse();
    }

    private KeyPair newKey() throws IOException {
        return OwnKey.at(Files.createTempDirectory(folder, "key").resolve("id_ed25519")).pair();
    }

    private void awaitFit(String id) {
        await(id + " to be fit").until(() -> preparation.whyNotFit(machine(id)), Optional::isEmpty);
    }

    /** What the machine does by itself, with its own host key. */
    private void firstBoot(SshPreparation ordered) throws Exception {
        Path keys = Files.createDirectories(folder.resolve("keys"));
        Files.writeString(keys.resolve("ssh_host_ed25519_key.pub"), PublicKeyEntry.toString(hostKey.getPublic()) + " root@m\n");
        ProcessBuilder boot = new ProcessBuilder(List.of("/bin/sh", "-s"));
        boot.environment().putAll(Map.of("CARAVAN_FOLDER", folder.resolve("machine").toString(), "CARAVAN_KEYS", keys.toString(),
                "CARAVAN_LOGIN", folder.resolve("login").toString()));
        Process process = Lifetime.limited(boot.start());
        process.outputWriter().append(ordered.firstBoot(LABEL)).close();
        assertThat(process.waitFor()).isZero();
    }

    private void findings(String... lines) throws Exception {
        Files.writeString(folder.resolve("findings.sh"), "sleep 0.05\nprintf '" + String.join("\\n", lines) + "\\n'\n");
    }

    private static ObservedMachine machine(String id) {
        return new ObservedMachine(LABEL, id, ObservedMachine.State.RUNNING, "small", List.of("10.1.1.20"), Map.of(),
                Optional.of("127.0.0.1"), "root", Optional.empty());
    }
}
