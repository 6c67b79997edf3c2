package org.caravan.adapter.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.caravan.adapter.testkit.ProcessChannel;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** Keeps commands running on this machine, without SSH, each in a process group of its own as sshd does. */
final class LocalBash implements Shell {

    final CopyOnWriteArrayList<Process> begun = new CopyOnWriteArrayList<>();

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        try {
            Process process = new ProcessBuilder("setsid", "bash", "-c", command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            begun.add(process);
            return ProcessChannel.with(process, listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        begun.forEach(Process::destroyForcibly);
    }
}
