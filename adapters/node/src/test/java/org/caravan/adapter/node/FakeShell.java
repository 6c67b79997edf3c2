package org.caravan.adapter.node;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** A shell that answers every command alike and remembers what it was sent. */
class FakeShell implements Shell {

    final List<String> scripts = new ArrayList<>();
    private final CommandResult answer;
    private final ShellFault fault;

    FakeShell(CommandResult answer) {
        this.answer = answer;
        this.fault = null;
    }

    FakeShell(ShellFault fault) {
        this.answer = null;
        this.fault = fault;
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        if (fault != null) {
            throw fault;
        }
        scripts.add(new String(input, StandardCharsets.UTF_8));
        return answer;
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public void close() {
        // nothing is open
    }
}
