package org.caravan.ssh;

/** A command on a machine that is kept running: what is said goes to its standard input, what it writes is heard. */
public interface Talk extends AutoCloseable {

    /** Bytes of a line of standard output. */
    int LONGEST_LINE = 1 << 16;

    /** Hears on a thread that also carries other commands, so it must not wait for anything. */
    interface Listener {

        /** @param line of the command's standard output, UTF-8, without its end */
        void heard(String line);

        /** The command wrote a line longer than {@value Talk#LONGEST_LINE} bytes: it is ended, {@link #ended} follows. */
        default void overflowed() {}

        /** Nothing more will be heard: the command has ended, or the connection broke. Heard once. */
        void ended();
    }

    /** From several threads, each call's bytes together. Throws {@link ShellFault}. */
    void say(byte[] words);

    /** Closes the command's standard input and stops listening; the command itself may go on. */
    @Override
    void close();
}
