package org.caravan.ssh;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.sshd.client.SshClient;

/**
 * Shell over SSH with one persistent connection per machine, which reconnects when broken. Refuses a machine whose host key is not
 * in known_hosts; there is no trust on first use.
 */
public final class SshShell implements Shell {

    /** Machines in use are called each minute; another one may have been removed, and connects again when it is called. */
    private static final Duration UNUSED = Duration.ofMinutes(10);

    private final SshSettings settings;
    private final SshClient client = Login.client();
    private final MachineResources<Connection> connections;
    private final Duration unused;
    private final AtomicLong swept = new AtomicLong(System.nanoTime());

    public SshShell(SshSettings settings) {
        this(settings, UNUSED);
    }

    /** @param unused time without a command after which a connection is closed */
    SshShell(SshSettings settings, Duration unused) {
        this.settings = settings;
        this.unused = unused;
        this.connections = new MachineResources<>(machine -> new Connection(client, machine, settings, unused));
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        RemoteCommand remote = new RemoteCommand(machine, command, settings.connectTimeout(), timeout);
        return with(machine, connection -> connection.use("running a command", timeout,
                session -> remote.on(session, new ByteArrayInputStream(input))));
    }

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        return with(machine, connection -> connection.keep("beginning a command", timeout, (session, released) ->
                OpenCommand.open(session, machine, command, settings.connectTimeout(), listener, released)));
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        FileUpload upload = new FileUpload(machine, local, remote, settings.connectTimeout(), timeout);
        with(machine, connection -> connection.use("taking the file " + remote, timeout, upload::on));
    }

    private <T> T with(Machine machine, Function<Connection, T> call) {
        removeUnused();
        return connections.with(machine, call);
    }

    /** Closes connections without a command for the time after which they count as unused; runs at most once in that time. */
    private void removeUnused() {
        long now = System.nanoTime();
        long before = swept.get();
        if (now - before >= unused.toNanos() && swept.compareAndSet(before, now)) {
            connections.removeUnused();
        }
    }

    /** Number of machines with a connection; a lost one counts until the next removal of unused ones. */
    int size() {
        return connections.size();
    }

    @Override
    public void close() {
        client.stop();
    }
}
