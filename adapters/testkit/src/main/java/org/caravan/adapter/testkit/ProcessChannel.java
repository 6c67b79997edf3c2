package org.caravan.adapter.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.ShellFault;

/** A {@link CommandChannel} with a local process instead of one over SSH. The caller ends the process. */
public final class ProcessChannel implements CommandChannel {

    private final OutputStream input;

    private ProcessChannel(OutputStream input) {
        this.input = input;
    }

    /** @param listener receives each line of the process's output, then its end, on a dedicated thread */
    public static CommandChannel with(Process process, Listener listener) {
        Thread ear = new Thread(() -> hear(process, listener), "ear");
        ear.setDaemon(true);
        ear.start();
        return new ProcessChannel(process.getOutputStream());
    }

    private static void hear(Process process, Listener listener) {
        // As over SSH, only a line feed ends a line.
        try (InputStream output = new BufferedInputStream(process.getInputStream())) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int one = output.read(); one >= 0; one = output.read()) {
                if (one == '\n') {
                    listener.heard(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else {
                    line.write(one);
                }
            }
        } catch (IOException e) {
            // the process was killed
        }
        listener.ended();
    }

    @Override
    public synchronized void say(byte[] words) {
        try {
            input.write(words);
            input.flush();
        } catch (IOException e) {
            throw new ShellFault(ShellFault.Kind.UNREACHABLE, "The program of a talk has ended.", e);
        }
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // the process has ended
        }
    }
}
