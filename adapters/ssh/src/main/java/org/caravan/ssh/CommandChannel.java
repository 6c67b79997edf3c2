package org.caravan.ssh;

/** Channel to a command that stays running on a machine: writes to its standard input and receives its output. */
public interface CommandChannel extends AutoCloseable {

    /** Maximum bytes of a line of standard output. */
    int LONGEST_LINE = 1 << 16;

    /** Called on a thread that also serves other commands, so it must not block. */
    interface Listener {

        /** @param line line of the command's standard output, UTF-8, without its end */
        void heard(String line);

        /** The command wrote a line longer than {@value CommandChannel#LONGEST_LINE} bytes; it is ended, and {@link #ended} follows. */
        default void overflowed() {}

        /** The command has ended or the connection broke; no further output follows. Called once. */
        void ended();
    }

    /** Writes to standard input. Thread-safe: the bytes of each call stay together. Throws {@link ShellFault}. */
    void say(byte[] words);

    /** Closes the command's standard input and stops listening; the command may continue. */
    @Override
    void close();
}
