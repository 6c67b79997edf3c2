package org.caravan.adapter.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(listener::heard);
        } catch (IOException | UncheckedIOException e) {
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
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
