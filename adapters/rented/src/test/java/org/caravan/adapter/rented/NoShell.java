package org.caravan.adapter.rented;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** For tests that reach no machine. */
final class NoShell implements Shell {

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        throw new AssertionError("no machine is to be reached");
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new AssertionError("no machine is to be reached");
    }

    @Override
    public void close() {}
}
