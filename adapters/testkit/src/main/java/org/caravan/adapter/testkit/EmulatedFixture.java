package org.caravan.adapter.testkit;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.ssh.CommandResult;

/** Base fixture of control planes on this machine: a credentials folder, an SSH key of the test, and machines with a web server. */
public abstract class EmulatedFixture implements MachineFixture {

    /** Password in every credentials file {@code wrong}. */
    protected static final String WRONG = "not-the-password";

    private static final String FIRST_BOOT = "#!/bin/sh\ncd /srv && exec python3 -m http.server 8080 --bind ::\n";
    private static final int CONNECT_MILLIS = 2000; // a lost first packet is resent after 1 s
    private static final int SSH_SECONDS = 120;
    /** Exit code of ssh if it has no connection, which a machine in its first boot may refuse. */
    private static final int NOT_CONNECTED = 255;

    /** One folder per name of credentials, as on the server. */
    protected final Path credentials;

    private final String provider;
    private final Path key;
    private Optional<String> foreign = Optional.empty();

    /** @param provider name in the modelling language, which is also the name of its credentials file */
    protected EmulatedFixture(String provider) {
        this.provider = provider;
        try {
            Path folder = Files.createTempDirectory(provider);
            folder.toFile().deleteOnExit();
            credentials = Files.createDirectory(folder.resolve("credentials"));
            key = folder.resolve("id_ed25519");
            succeeded(run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "contract", "-f", key.toString()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes credentials of this name, readable by their owner only; the server refuses others. */
    protected final void keep(String name, String text) throws IOException {
        keep(Files.createDirectory(credentials.resolve(name)).resolve(provider), text);
    }

    protected static void keep(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    @Override
    public final String password() {
        return WRONG;
    }

    /** A region whose endpoint is this address. */
    protected abstract Region regionAt(String endpoint);

    @Override
    public final Region unreachableRegion() {
        return regionAt("http://127.0.99.1:9");
    }

    /** An order with an image of the control plane. */
    protected final MachineOrder order(String hostId, String offer, String image) {
        try {
            String publicKey = Files.readString(key.resolveSibling("id_ed25519.pub")).strip();
            return new MachineOrder(new MachineLabel(INFRASTRUCTURE, hostId), offer, image, publicKey, FIRST_BOOT);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public final boolean answers(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public final boolean connects(ObservedMachine from, String address, int port) {
        return overSsh(from, "timeout 3 bash -c 'exec 3<>/dev/tcp/%s/%d' 2>/dev/null && echo open || echo closed".formatted(address, port))
                .equals("open");
    }

    @Override
    public final String overSsh(ObservedMachine machine, String command) {
        String[] ssh = {"ssh", "-i", key.toString(), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no", "-o",
                "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=" + SSH_SECONDS / 2, machine.user() + "@"
                        + machine.sshAddress().orElseThrow(), command};
        return succeeded(Awaitility.await(String.join(" ", ssh)).until(() -> run(ssh), ended -> ended.exitCode() != NOT_CONNECTED));
    }

    @Override
    public final void startForeignMachine() {
        foreign = Optional.of(rentForeign());
    }

    @Override
    public final void endForeignMachine() {
        foreign.ifPresent(this::endForeign);
        foreign = Optional.empty();
    }

    /** Returns the machine's id at the provider. */
    protected abstract String rentForeign();

    protected abstract void endForeign(String id);

    /** @return stripped output */
    private static String succeeded(CommandResult result) {
        if (!result.succeeded()) {
            throw new AssertionError(result);
        }
        return result.output().strip();
    }

    /** Both outputs of a command on this machine are in the first one. */
    private static CommandResult run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectInput(new File("/dev/null")).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new CommandResult(process.waitFor(), said, "");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
