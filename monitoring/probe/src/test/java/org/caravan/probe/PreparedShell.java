package org.caravan.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** Answers each command with the next text that was prepared. */
record PreparedShell(Deque<String> outputs) implements Shell {

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        return new CommandResult(0, outputs.remove(), "");
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new AssertionError("an idle probe brings no file");
    }

    @Override
    public void close() {
        // holds nothing
    }
}
