package org.caravan.adapter.node;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** Changes some of what is sent: a byte becomes another one, a NUL, is left out, or comes twice. SSH does not; a fault of ours could. */
record DamagingShell(Shell shell, Random random, int oneIn) implements Shell {

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        CommandChannel talk = shell.talk(machine, command, timeout, listener);
        return new CommandChannel() {
            private boolean begun;

            @Override
            public void say(byte[] words) {
                boolean whole = !begun || random.nextInt(oneIn) > 0;
                begun = true;
                talk.say(whole ? words : damaged(words));
            }

            @Override
            public void close() {
                talk.close();
            }
        };
    }

    private byte[] damaged(byte[] words) {
        int at = random.nextInt(words.length);
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(words, 0, at);
        switch (random.nextInt(5)) {
            case 0 -> changed.write(0);
            case 1 -> changed.write(words[at] ^ 1 << random.nextInt(7));
            case 2 -> changed.writeBytes(new byte[] {words[at], words[at]});
            case 3 -> changed.writeBytes(new byte[] {0, 0, words[at]});
            default -> { } // left out
        }
        changed.write(words, at + 1, words.length - at - 1);
        return changed.toByteArray();
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        shell.close();
    }
}
