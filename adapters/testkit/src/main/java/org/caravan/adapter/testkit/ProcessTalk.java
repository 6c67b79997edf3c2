package org.caravan.adapter.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.caravan.ssh.ShellFault;
import org.caravan.ssh.Talk;

/** A talk with a program of this machine, where a real one would go over SSH. Ending the program is the caller's. */
public final class ProcessTalk implements Talk {

    private final OutputStream input;

    private ProcessTalk(OutputStream input) {
        this.input = input;
    }

    /** @param listener hears each line of the program's output, then its end, on a thread of their own */
    public static Talk with(Process process, Listener listener) {
        Thread ear = new Thread(() -> hear(process, listener), "ear");
        ear.setDaemon(true);
        ear.start();
        return new ProcessTalk(process.getOutputStream());
    }

    private static void hear(Process process, Listener listener) {
        // Lines end as over SSH, with a line feed alone.
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
            // it was killed
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
            // it has ended
        }
    }
}
