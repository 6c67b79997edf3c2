package org.caravan.ssh;

import java.nio.file.Path;
import java.time.Duration;

/** Runs commands on machines and brings files there. Safe for use by several threads. Methods throw {@link ShellFault}. */
public interface Shell extends AutoCloseable {

    /**
     * Runs {@code command} with the machine's POSIX shell, {@code input} on its standard input. After {@code timeout} we
     * stop waiting, the command does not stop: OpenSSH passes no signal to what root started. Prefix it with
     * {@code timeout} where that matters.
     */
    CommandResult run(Machine machine, String command, byte[] input, Duration timeout);

    default CommandResult run(Machine machine, String command, Duration timeout) {
        return run(machine, command, new byte[0], timeout);
    }

    /**
     * Begins a command that is kept running until it ends by itself or is closed.
     *
     * @param timeout until it counts as not begun
     * @throws UnsupportedOperationException if this shell only runs commands to their end
     */
    default Talk talk(Machine machine, String command, Duration timeout, Talk.Listener listener) {
        throw new UnsupportedOperationException("this shell keeps no command running");
    }

    /** After it the remote file has the local file's content; it appears under its name only when complete. */
    void upload(Machine machine, Path local, String remote, Duration timeout);

    @Override
    void close();
}
