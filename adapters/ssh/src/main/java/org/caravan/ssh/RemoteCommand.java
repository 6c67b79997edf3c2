package org.caravan.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;

/** Runs one command in its own channel. */
final class RemoteCommand {

    /** Exit code of a POSIX shell for a command that a signal ended (128 + 15). */
    private static final int ENDED_BY_SIGNAL = 143;

    /** Bytes; the longest output of a Caravan script is the vectors of a measured flow, a few MiB. */
    private static final int MOST_OUTPUT = 1 << 24;
    private static final int MOST_ERRORS = 1 << 20;

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
        try (ChannelExec channel = session.createExecChannel(command)) {
            BoundedOutput output = new BoundedOutput(MOST_OUTPUT, () -> channel.close(true));
            BoundedOutput errorOutput = new BoundedOutput(MOST_ERRORS, () -> channel.close(true));
            channel.setIn(input);
            channel.setOut(output);
            channel.setErr(errorOutput);
            open(session, channel, openTimeout);
            Set<ClientChannelEvent> seen = channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), timeout);
            if (seen.contains(ClientChannelEvent.TIMEOUT)) {
                channel.close(true);
                throw SshFault.timeout(machine, "a command", timeout);
            }
            if (output.overflowed() || errorOutput.overflowed()) {
                throw SshFault.tooMuch(machine, output.overflowed() ? MOST_OUTPUT : MOST_ERRORS);
            }
            return new CommandResult(exitCode(channel), output.text(), errorOutput.text());
        }
    }

    static void open(ClientSession session, ChannelExec channel, Duration openTimeout) throws IOException, Connection.NotStarted {
        try {
            channel.open().verify(openTimeout);
        } catch (IOException | RuntimeException e) {
            boolean gone = !session.isOpen();
            session.close(true); // the session opens no channels; closing it makes the next call reconnect
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
