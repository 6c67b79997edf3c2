package org.caravan.adapter.rented;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.Talk;

/** One shell for all machines: credentials of rented ones are the server's own, those of standing ones the operator's. */
public final class RentedShell implements Shell {

    private final Shell standing;
    private final Shell rented;

    /** Both become this one's and are closed with it. */
    public RentedShell(Shell standing, Shell rented) {
        this.standing = standing;
        this.rented = rented;
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        return of(machine).run(machine, command, input, timeout);
    }

    @Override
    public Talk talk(Machine machine, String command, Duration timeout, Talk.Listener listener) {
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
