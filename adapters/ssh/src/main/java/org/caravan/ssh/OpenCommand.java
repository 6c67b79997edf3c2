package org.caravan.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;

/** A command in a channel that stays open. */
final class OpenCommand implements CommandChannel {

    private final Machine machine;
    private final ChannelExec channel;

    private OpenCommand(Machine machine, ChannelExec channel) {
        this.machine = machine;
        this.channel = channel;
    }

    /** @param released run once, when the channel is closed for any reason */
    static OpenCommand open(ClientSession session, Machine machine, String command, Duration openTimeout, Listener listener,
            Runnable released)
            throws IOException, Connection.NotStarted {
        ChannelExec channel = session.createExecChannel(command);
        channel.setOut(new Lines(listener, () -> channel.close(true)));
        channel.setErr(OutputStream.nullOutputStream());
        RemoteCommand.open(session, channel, openTimeout);
        channel.addCloseFutureListener(closed -> {
            released.run();
            listener.ended();
        });
        return new OpenCommand(machine, channel);
    }

    @Override
    public void say(byte[] words) {
        OutputStream input = channel.getInvertedIn();
        synchronized (this) {
            try {
                input.write(words);
                input.flush();
            } catch (IOException e) {
                throw SshFault.broken(machine, "running a command", e);
            }
        }
    }

    @Override
    public void close() {
        channel.close(false);
    }

    /** Splits output into lines. For one writing thread. */
    private static final class Lines extends OutputStream {

        private final Listener listener;
        private final Runnable end;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean overflowed;

        /** @param end closes the channel after a line that is too long */
        Lines(Listener listener, Runnable end) {
            this.listener = listener;
            this.end = end;
        }

        @Override
        public void write(int one) {
            if (overflowed) {
                return;
            }
            if (one == '\n') {
                String heard = line.toString(StandardCharsets.UTF_8);
                line.reset();
                listener.heard(heard);
            } else if (line.size() < LONGEST_LINE) {
                line.write(one);
            } else {
                overflowed = true;
                line.reset();
                listener.overflowed();
                end.run();
            }
        }
    }
}
