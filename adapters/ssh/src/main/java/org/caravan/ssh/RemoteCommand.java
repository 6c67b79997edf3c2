package org.caravan.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;

/** One command in a channel of its own. */
final class RemoteCommand {

    /** What a POSIX shell reports for a command that a signal ended (128 + 15). */
    private static final int ENDED_BY_SIGNAL = 143;

    private final Machine machine;
    private final String command;
    private final Duration openTimeout;
    private final Duration timeout;

    RemoteCommand(Machine machine, String command, Duration openTimeout, Duration timeout) {
        this.machine = machine;
        this.command = command;
        this.openTimeout = openTimeout;
        this.timeout = timeout;
    }

    CommandResult on(ClientSession session, InputStream input) throws IOException, Connection.NotStarted {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errorOutput = new ByteArrayOutputStream();
        try (ChannelExec channel = session.createExecChannel(command)) {
            channel.setIn(input);
            channel.setOut(output);
            channel.setErr(errorOutput);
            open(session, channel, openTimeout);
            Set<ClientChannelEvent> seen = channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), timeout);
            if (seen.contains(ClientChannelEvent.TIMEOUT)) {
                channel.close(true);
                throw Fault.timeout(machine, "a command", timeout);
            }
            return new CommandResult(exitCode(channel), output.toString(StandardCharsets.UTF_8),
                    errorOutput.toString(StandardCharsets.UTF_8));
        }
    }

    static void open(ClientSession session, ChannelExec channel, Duration openTimeout) throws IOException, Connection.NotStarted {
        try {
            channel.open().verify(openTimeout);
        } catch (IOException | RuntimeException e) {
            boolean gone = !session.isOpen();
            session.close(true); // it stands but opens nothing: the next one gets a fresh session
            if (gone) {
                throw new Connection.NotStarted(e);
            }
            throw new IOException("no channel opened", e);
        }
    }

    private static int exitCode(ChannelExec channel) throws IOException {
        if (channel.getExitStatus() != null) {
            return channel.getExitStatus();
        }
        if (channel.getExitSignal() != null) {
            return ENDED_BY_SIGNAL;
        }
        throw new IOException("the channel closed without an exit code");
    }
}
