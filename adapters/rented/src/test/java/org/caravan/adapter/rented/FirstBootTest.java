package org.caravan.adapter.rented;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.lxc.NodePreparation;
import org.caravan.machine.MachineLabel;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the first boot, run by this machine's own shell in folders of its own. */
class FirstBootTest {

    private static final MachineLabel LABEL = new MachineLabel("nornet", "oslo-small-1");

    @TempDir
    private Path folder;

    @Test
    void provesTheHostKeyAndLetsTheServerIn() throws Exception {
        SshPreparation preparation = new SshPreparation(folder.resolve("rented"), new NoShell(),
                NodePreparation.of(ScriptSettings.DEFAULT));
        String hostKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA";
        Path keys = Files.createDirectories(folder.resolve("keys"));
        Files.writeString(keys.resolve("ssh_host_ed25519_key.pub"), hostKey + " root@machine\n");
        Path login = Files.createDirectories(folder.resolve("login"));
        String other = "ssh-rsa AAAAB3 somebody's";
        String sentAway = "no-pty,command=\"echo 'log in as debian'\" " + preparation.publicKey();
        Files.writeString(login.resolve("authorized_keys"), other + "\n" + sentAway + "\n");

        run(preparation.firstBoot(LABEL));
        run(preparation.firstBoot(LABEL));

        assertThat(Files.readAllLines(login.resolve("authorized_keys"))).containsExactly(other, preparation.publicKey());
        String proof = Files.readString(folder.resolve("host-key-proof")).strip();
        MachineFolder own = MachineFolder.of(folder.resolve("rented"), folder, LABEL);
        assertThat(HostKeyProof.isOne(proof)).isTrue();
        assertThat(own.proves(proof, hostKey)).isTrue();
        assertThat(own.proves(proof, hostKey + "B")).isFalse();
        assertThat(HostKeyProof.isOne("Please login as the user \"debian\".")).isFalse();
        assertThat(preparation.firstBoot(LABEL).length()).as("providers allow 16 KiB").isLessThan(4096);
    }

    @Test
    void aWordProvesOneMachineOnly() {
        MachineFolder own = MachineFolder.of(folder, folder.resolve("key"), LABEL);
        String first = own.word();
        assertThat(own.word()).isEqualTo(first).hasSize(64);
        own.pin("machine-1", "ssh-ed25519 A", 22);
        String second = own.word();
        assertThat(second).isNotEqualTo(first);
        assertThat(own.proves(new HostKeyProof(first).of("ssh-ed25519 A"), "ssh-ed25519 A")).as("the first may still be there").isTrue();
        own.pin("machine-2", "ssh-ed25519 B", 22);
        assertThat(own.proves(new HostKeyProof(first).of("ssh-ed25519 A"), "ssh-ed25519 A")).isFalse();
        assertThat(own.met("machine-2")).isTrue();
        assertThat(own.met("machine-1")).isFalse();
    }

    @Test
    void onlyWhatWasOrderedFromHereIsKnownToHaveNeverBeenFit() {
        MachineFolder own = MachineFolder.of(folder, folder.resolve("key"), LABEL);
        assertThat(own.neverFit("machine-1")).as("perhaps another server's, with copies").isFalse();
        own.word();
        assertThat(own.neverFit("machine-1")).isTrue();
        own.fit("machine-1");
        assertThat(own.neverFit("machine-1")).isFalse();
        assertThat(own.neverFit("machine-2")).isTrue();
        own.forget();
        assertThat(own.neverFit("machine-1")).isFalse();
        assertThat(folder.resolve("rented.nornet.oslo-small-1")).doesNotExist();
    }

    private void run(String script) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder(List.of("/bin/sh", "-s")).redirectErrorStream(true);
        shell.environment().put("CARAVAN_FOLDER", folder.toString());
        shell.environment().put("CARAVAN_KEYS", folder.resolve("keys").toString());
        shell.environment().put("CARAVAN_LOGIN", folder.resolve("login").toString());
        Process process = Lifetime.limited(shell.start());
        process.outputWriter().append(script).close();
        assertThat(new String(process.getInputStream().readAllBytes())).isEmpty();
        assertThat(process.waitFor()).isZero();
    }
}
