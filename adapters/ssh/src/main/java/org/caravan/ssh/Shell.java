package org.caravan.ssh;

import java.nio.file.Path;
import java.time.Duration;

/** Runs commands on machines and uploads files. Thread-safe. Methods throw {@link ShellFault}. */
public interface Shell extends AutoCloseable {

    /**
     * Runs {@code command} in the machine's POSIX shell, with {@code input} as standard input. After {@code timeout} the call
     * returns with a fault, but the command continues, because OpenSSH passes no signal to processes of root. Prefix it with {@code
     * timeout} to end it.
     */
    CommandResult run(Machine machine, String command, byte[] input, Duration timeout);

    default CommandResult run(Machine machine, String command, Duration timeout) {
        return run(machine, command, new byte[0], timeout);
    }

    /**
     * Starts a command that runs until it ends or is closed.
     *
     * @param timeout time limit for the start
     * @throws UnsupportedOperationException if this shell supports no persistent commands
     */
    default CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        throw new UnsupportedOperationException("this shell keeps no command running");
    }

    /** Copies the local file; the remote file appears under its name only when it is complete. */
    void upload(Machine machine, Path local, String remote, Duration timeout);

    @Override
    void close();
}
