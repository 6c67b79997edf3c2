package org.caravan.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real SSH server in this process: what an operator and the adapters rely on. */
class SshShellTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private KeyPair userKey;
    private KeyPair hostKey;
    private CredentialsFolder credentials;
    private InProcessServer server;
    private Machine machine;
    private SshShell shell;

    @BeforeEach
    void startServer() throws Exception {
        userKey = CredentialsFolder.newKey();
        hostKey = CredentialsFolder.newKey();
        credentials = new CredentialsFolder(folder.resolve("credentials"), "operator", userKey);
        server = new InProcessServer(0, true, userKey, hostKey);
        credentials.pin(server.port(), hostKey.getPublic());
        machine = machineAt(server.port());
        shell = new SshShell(new SshSettings(credentials.path(), Duration.ofSeconds(10), 3));
    }

    @AfterEach
    void stopServer() throws IOException {
        shell.close();
        server.close();
    }

    private static Machine machineAt(int port) {
        return new Machine("pi-1", "127.0.0.1", port, CredentialsFolder.NAME);
    }

    @Test
    void runsACommandWithItsInputAndReturnsBothStreamsAndTheExitCode() {
        CommandResult result = shell.run(machine, "cat; echo grå >&2; exit 7",
                "blå\n".getBytes(StandardCharsets.UTF_8), TIMEOUT);
        assertThat(result).isEqualTo(new CommandResult(7, "blå\n", "grå\n"));
        assertThat(result.succeeded()).isFalse();
    }

    @Test
    void keepsOneConnectionForManyCommandsAtOnceAndBoundsItsChannels() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(12);
        try {
            List<Future<String>> answers = IntStream.range(0, 24)
                    .mapToObj(i -> threads.submit(() -> shell.run(machine, "echo " + i, TIMEOUT).output()))
                    .toList();
            for (int i = 0; i < 24; i++) {
                assertThat(answers.get(i).get()).isEqualTo(i + "\n");
            }
            assertThat(server.sessions()).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aMachineThatIsNoLongerCalledHasNoConnection() throws Exception {
        try (SshShell hasty = new SshShell(new SshSettings(credentials.path(), Duration.ofSeconds(10), 3), Duration.ofMillis(50))) {
            CommandChannel lasting = hasty.talk(new Machine("pi-2", "127.0.0.1", server.port(), CredentialsFolder.NAME), "cat", TIMEOUT,
                    new CommandChannel.Listener() {
                        @Override
                        public void heard(String line) {}

                        @Override
                        public void ended() {}
                    });
            hasty.run(machine, "true", TIMEOUT);
            assertThat(hasty.size()).isEqualTo(2);
            Machine other = new Machine("pi-3", "127.0.0.1", server.port(), CredentialsFolder.NAME);
            until(() -> hasty.run(other, "true", TIMEOUT).succeeded() && hasty.size() == 2);
            until(() -> server.sessions() == 2);
            lasting.close();
            // Also the one whose command has ended.
            until(() -> hasty.run(other, "true", TIMEOUT).succeeded() && hasty.size() == 1);
            assertThat(hasty.run(machine, "echo again", TIMEOUT).output()).isEqualTo("again\n");
        }
    }

    private static void until(BooleanSupplier state) throws InterruptedException {
        for (long end = System.nanoTime() + TIMEOUT.toNanos(); !state.getAsBoolean(); Thread.sleep(20)) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
    }

    /** As from a start file of the machine's shell that writes without end. */
    @ParameterizedTest
    @ValueSource(strings = {"yes", "yes >&2", "tr '\\0' a </dev/zero"})
    void endlessOutputEndsThatCommandOnly(String endless) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<CommandResult> beside = thread.submit(() -> shell.run(machine, "sleep 1; echo on", TIMEOUT));
            ShellFault fault = catchThrowableOfType(ShellFault.class, () -> shell.run(machine, endless, TIMEOUT));
            assertThat(fault.kind()).isEqualTo(ShellFault.Kind.MALFORMED);
            assertThat(fault)
                    .hasMessageMatching("The machine \\(pi-1\\) wrote more than [0-9]+ KiB of output for a command(?s:.*)\nMaybe .*");
            assertThat(beside.get().output()).isEqualTo("on\n");
            assertThat(server.sessions()).isEqualTo(1);
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void aKeptCommandThatWritesALineWithoutEndIsEnded() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger overflows = new AtomicInteger();
        shell.talk(machine, "echo first; tr '\\0' a </dev/zero", TIMEOUT, new CommandChannel.Listener() {
            @Override
            public void heard(String line) {
                assertThat(line).isEqualTo("first");
            }

            @Override
            public void overflowed() {
                overflows.incrementAndGet();
            }

            @Override
            public void ended() {
                ended.countDown();
            }
        });
        assertThat(ended.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(overflows).hasValue(1);
        assertThat(shell.run(machine, "echo on", TIMEOUT).output()).isEqualTo("on\n");
        assertThat(server.sessions()).isEqualTo(1);
    }

    @Test
    void connectsAnewAfterTheConnectionBroke() throws Exception {
        shell.run(machine, "true", TIMEOUT);
        int port = server.port();
        server.close();
        server = new InProcessServer(port, true, userKey, hostKey);
        assertThat(shell.run(machine, "echo again", TIMEOUT).output()).isEqualTo("again\n");
    }

    @Test
    void saysThatACommandsEffectIsUnknownWhenTheConnectionBreaksUnderIt() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Path started = folder.resolve("started");
            Future<ShellFault> fault = thread.submit(() -> faultOf(
                    () -> shell.run(machine, "touch " + started + "; read never < /dev/zero", TIMEOUT)));
            await().until(() -> Files.exists(started));
            server.breakConnections();
            assertThat(fault.get().kind()).isEqualTo(ShellFault.Kind.UNREACHABLE);
            assertThat(fault.get()).hasMessageContaining("broke while running a command").hasMessageContaining("\nMaybe ");
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void endsACommandThatTakesTooLong() {
        ShellFault fault = faultOf(() -> shell.run(machine, "sleep 30", Duration.ofMillis(300)));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.TIMEOUT);
        assertThat(fault).hasMessageContaining("(pi-1)").hasMessageContaining("within 0.3 s");
        assertThat(shell.run(machine, "echo alive", TIMEOUT).output()).isEqualTo("alive\n");
    }

    @Test
    void refusesAChangedHostKeyWithBothWaysToReadIt() throws Exception {
        credentials.pin(server.port(), CredentialsFolder.newKey().getPublic());
        ShellFault fault = faultOf(() -> shell.run(machine, "true", TIMEOUT));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNTRUSTED);
        assertThat(fault).hasMessageContaining("another host key than the one pinned: ssh-ed25519 SHA256:")
                .hasMessageContaining("Maybe it was installed again");
    }

    @Test
    void refusesAHostKeyNobodyPinned() throws Exception {
        Files.writeString(credentials.file("known_hosts"), "");
        ShellFault fault = faultOf(() -> shell.run(machine, "true", TIMEOUT));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNTRUSTED);
        assertThat(fault).hasMessageContaining("is not pinned: ssh-ed25519 SHA256:");
        assertThat(credentials.file("known_hosts")).as("nothing is learned by connecting").isEmptyFile();
    }

    @Test
    void refusesARevokedHostKey() throws Exception {
        Files.writeString(credentials.file("known_hosts"), "@revoked " + Files.readString(credentials.file("known_hosts")));
        ShellFault fault = faultOf(() -> shell.run(machine, "true", TIMEOUT));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNTRUSTED);
        assertThat(fault).hasMessageContaining("revoked");
    }

    @Test
    void asksAServerWithSeveralHostKeysForThePinnedOne() throws Exception {
        KeyPair other = org.apache.sshd.common.config.keys.KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
        try (InProcessServer both = new InProcessServer(0, false, userKey, other, hostKey)) {
            credentials.pin(both.port(), hostKey.getPublic());
            assertThat(shell.run(machineAt(both.port()), "echo ed25519", TIMEOUT).output()).isEqualTo("ed25519\n");
            credentials.pin(both.port(), other.getPublic());
            try (SshShell second = new SshShell(SshSettings.of(credentials.path()))) {
                assertThat(second.run(machineAt(both.port()), "echo ecdsa", TIMEOUT).output()).isEqualTo("ecdsa\n");
            }
        }
    }

    @Test
    void saysWhoseKeyIsNotAccepted() throws Exception {
        credentials.writeKey(CredentialsFolder.newKey());
        ShellFault fault = faultOf(() -> shell.run(machine, "true", TIMEOUT));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNTRUSTED);
        assertThat(fault).hasMessageContaining("does not accept the key of the credentials (bed) for its user (operator)");
    }

    @Test
    void saysWhichFileOfTheCredentialsIsMissingOrWrong() throws Exception {
        assertThat(faultOf(() -> shell.run(new Machine("pi-1", "127.0.0.1", 22, "../bed"), "true", TIMEOUT)))
                .hasMessageContaining("(../bed): that is not a name");
        assertThat(faultOf(() -> shell.run(new Machine("pi-1", "127.0.0.1", 22, "none"), "true", TIMEOUT)))
                .hasMessageContaining("there is no folder");
        Files.writeString(credentials.file("id_ed25519"), "secret nonsense");
        assertThat(faultOf(() -> shell.run(machine, "true", TIMEOUT)))
                .hasMessageContaining("id_ed25519 cannot be read").message().doesNotContain("nonsense");
        Files.setPosixFilePermissions(credentials.file("id_ed25519"),
                PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(faultOf(() -> shell.run(machine, "true", TIMEOUT))).hasMessageContaining("others can read their key");
    }

    @Test
    void saysWithinItsTimeoutThatNothingAnswers() throws Exception {
        server.close();
        assertThat(faultOf(() -> shell.run(machine, "true", TIMEOUT)).kind()).isEqualTo(ShellFault.Kind.UNREACHABLE);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                SshShell hasty = new SshShell(new SshSettings(credentials.path(), Duration.ofMillis(400), 1))) {
            long start = System.nanoTime();
            ShellFault fault = faultOf(() -> hasty.run(machineAt(silent.getLocalPort()), "true", TIMEOUT));
            assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNREACHABLE);
            assertThat(fault).hasMessageContaining("(pi-1) does not answer SSH at 127.0.0.1:").hasMessageContaining("\nMaybe ");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void uploadsABigFileBySftp() throws Exception {
        uploadsABigFile();
    }

    @Test
    void uploadsABigFileWithoutSftp() throws Exception {
        int port = server.port();
        server.close();
        server = new InProcessServer(port, false, userKey, hostKey);
        uploadsABigFile();
    }

    private void uploadsABigFile() throws Exception {
        byte[] content = new byte[24 << 20];
        new Random(7).nextBytes(content);
        Path local = Files.write(folder.resolve("local"), content);
        Path target = Files.createDirectory(folder.resolve("there"));
        Files.writeString(target.resolve("it's a layer"), "old");
        shell.upload(machine, local, target.resolve("it's a layer").toString(), TIMEOUT);
        assertThat(Arrays.equals(Files.readAllBytes(target.resolve("it's a layer")), content)).isTrue();
        try (var names = Files.list(target)) {
            assertThat(names).as("nothing but the file").hasSize(1);
        }
    }

    @Test
    void saysWhereAFileCouldNotGo() throws Exception {
        Path local = Files.writeString(folder.resolve("local"), "x");
        ShellFault fault = faultOf(() -> shell.upload(machine, local, folder + "/no/such/file", TIMEOUT));
        assertThat(fault).hasMessageContaining("(pi-1)").hasMessageContaining("no/such/file").hasMessageContaining("\nMaybe ");
    }

    private static ShellFault faultOf(Runnable operation) {
        try {
            operation.run();
        } catch (ShellFault e) {
            return e;
        }
        throw new AssertionError("no fault");
    }
}
