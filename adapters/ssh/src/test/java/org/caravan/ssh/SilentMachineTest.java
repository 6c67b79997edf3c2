package org.caravan.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A machine that loses its power closes no connection: whoever waits there hears of it by the missing answers to heartbeats, long
 * before what he waits for would be too late.
 */
@Execution(ExecutionMode.CONCURRENT)
class SilentMachineTest {

    /** Of a command. Far more than it takes to miss the heartbeats, on a busy machine, too. */
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    private InProcessServer server;
    private SilentWire wire;
    private SshShell shell;
    private Machine machine;

    @BeforeEach
    void start() throws Exception {
        KeyPair userKey = CredentialsFolder.newKey();
        KeyPair hostKey = CredentialsFolder.newKey();
        CredentialsFolder credentials = new CredentialsFolder(folder.resolve("credentials"), "operator", userKey);
        server = new InProcessServer(0, true, userKey, hostKey);
        wire = new SilentWire(server.port());
        credentials.pin(wire.port(), hostKey.getPublic());
        machine = new Machine("pi-1", "127.0.0.1", wire.port(), CredentialsFolder.NAME);
        shell = new SshShell(new SshSettings(credentials.path(), Duration.ofSeconds(10), 3));
    }

    @AfterEach
    void stop() throws IOException {
        shell.close();
        wire.close();
        server.close();
    }

    @Test
    void whoeverWaitsForACommandHearsThatItsEffectIsNotKnown() throws Exception {
        shell.run(machine, "true", new byte[0], LONG);
        CompletableFuture<ShellFault> waiting = CompletableFuture.supplyAsync(() ->
                catchThrowableOfType(ShellFault.class, () -> shell.run(machine, "sleep 3600", new byte[0], LONG)));
        wire.silent();
        ShellFault fault = waiting.get(LONG.toSeconds() / 2, TimeUnit.SECONDS);
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNREACHABLE);
        assertThat(fault).hasMessageContaining("The connection to the machine (pi-1) broke while running a command");
    }

    @Test
    void aKeptCommandEndsForWhoeverListensAndTheNextOneHasAConnectionOfItsOwn() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CommandChannel talk = shell.talk(machine, "cat", LONG, new CommandChannel.Listener() {
            @Override
            public void heard(String line) {}

            @Override
            public void ended() {
                ended.countDown();
            }
        });
        wire.silent();
        talk.say("into the void\n".getBytes(StandardCharsets.UTF_8));
        assertThat(ended.await(LONG.toSeconds() / 2, TimeUnit.SECONDS)).isTrue();
        wire.speakAgain();
        assertThat(shell.run(machine, "echo back", new byte[0], LONG).output()).isEqualTo("back\n");
    }
}
