package org.caravan.ssh;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.client.SshClient;

/**
 * Shell over SSH with one persistent connection per machine, which reconnects when broken. Refuses a machine whose host key is not
 * in known_hosts; there is no trust on first use.
 */
public final class SshShell implements Shell {

    private final SshSettings settings;
    private final SshClient client = Login.client();
    private final Map<Machine, Connection> connections = new ConcurrentHashMap<>();

    public SshShell(SshSettings settings) {
        this.settings = settings;
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        RemoteCommand remote = new RemoteCommand(machine, command, settings.connectTimeout(), timeout);
        return connection(machine).use("running a command", timeout,
                session -> remote.on(session, new ByteArrayInputStream(input)));
    }

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        return connection(machine).keep("beginning a command", timeout, (session, released) ->
                OpenCommand.open(session, machine, command, settings.connectTimeout(), listener, released));
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        FileUpload upload = new FileUpload(machine, local, remote, settings.connectTimeout(), timeout);
        connection(machine).use("taking the file " + remote, timeout, upload::on);
    }

    private Connection connection(Machine machine) {
        return connections.computeIfAbsent(machine, key -> new Connection(client, key, settings));
    }

    @Override
    public void close() {
        client.stop();
    }
}
