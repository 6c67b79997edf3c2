package org.caravan.adapter.rented;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** Shell that selects credentials: the server's own for provisioned machines, the operator's for fixed ones. */
public final class RentedShell implements Shell {

    private final Shell standing;
    private final Shell rented;

    /** Takes ownership of both shells; they are closed with this one. */
    public RentedShell(Shell standing, Shell rented) {
        this.standing = standing;
        this.rented = rented;
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        return of(machine).run(machine, command, input, timeout);
    }

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        return of(machine).talk(machine, command, timeout, listener);
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        of(machine).upload(machine, local, remote, timeout);
    }

    private Shell of(Machine machine) {
        return machine.credentials().startsWith(MachineFolder.PREFIX) ? rented : standing;
    }

    @Override
    public void close() {
        standing.close();
        rented.close();
    }
}
