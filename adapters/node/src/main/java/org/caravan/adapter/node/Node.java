package org.caravan.adapter.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.HostAnswer;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** One host as scripts see it. Turns what goes wrong there into the faults of the port. */
public final class Node {

    /** `timeout` has ended the script by then; we wait a little longer to hear of it. */
    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final int ENDED_BY_TIMEOUT = 124;
    /** Reads all of a script, then runs it: {@code bash -s} asks the kernel for each byte. */
    private static final String BASH = " bash -c '. <(cat)'";

    private final Shell shell;
    private final Host host;
    private final Machine machine;

    public Node(Shell shell, Host host) {
        this.shell = shell;
        this.host = host;
        this.machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
    }

    /**
     * @param call its name, for messages
     * @return what the script wrote
     */
    public String run(String call, byte[] script, Duration timeout) {
        try {
            return output(call, timeout, shell.run(machine, "timeout -k 5 " + timeout.toSeconds() + BASH, script, timeout.plus(MARGIN)));
        } catch (ShellFault e) {
            throw fault(e);
        }
    }

    /** The same by an attendant of the host, for calls whose answers are short: at most a few lines. */
    String run(String call, Attendants attendants, byte[] script, Duration timeout) {
        try {
            return output(call, timeout, attendants.on(machine).run(script, timeout, MARGIN));
        } catch (ShellFault e) {
            throw fault(e);
        }
    }

    private String output(String call, Duration timeout, CommandResult result) {
        if (!result.succeeded()) {
            throw fault(call, result, timeout);
        }
        return result.output();
    }

    public void upload(Path local, String remote, Duration timeout) {
        try {
            shell.upload(machine, local, remote, timeout);
        } catch (ShellFault e) {
            throw fault(e);
        }
    }

    private static AdapterFault fault(ShellFault e) {
        AdapterFault.Kind kind = switch (e.kind()) {
            case UNREACHABLE -> AdapterFault.Kind.UNREACHABLE;
            case UNTRUSTED -> AdapterFault.Kind.UNTRUSTED;
            case TIMEOUT, MALFORMED -> AdapterFault.Kind.FAILED;
        };
        return new AdapterFault(kind, e.getMessage(), e);
    }

    private AdapterFault fault(String call, CommandResult result, Duration timeout) {
        String said = result.errorOutput().strip();
        HostAnswer errors = new HostAnswer(host.id(), call, said);
        Optional<AdapterFault> reported = errors.reported();
        if (reported.isPresent()) {
            return reported.get();
        }
        if (result.exitCode() == ENDED_BY_TIMEOUT) {
            return new AdapterFault(AdapterFault.Kind.FAILED, "The host (%s) did not end the call %s within %d s and was stopped.\nMaybe it is overloaded: repeat it later."
                    .formatted(host.id(), call, timeout.toSeconds()));
        }
        if (said.contains("No space left on device") || said.contains("Disk quota exceeded")) {
            return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                    "The disk of the host (%s) is full: %s.\nMaybe remove what is not needed below /var/lib/caravan."
                            .formatted(host.id(), errors.lastLine()));
        }
        if (said.contains("Cannot allocate memory")) {
            return new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "The host (%s) has no memory left: %s.\nMaybe plan again with what is there now."
                    .formatted(host.id(), errors.lastLine()));
        }
        return new AdapterFault(AdapterFault.Kind.FAILED, "The host (%s) fails the call %s (exit code %d): %s.\nMaybe look at the host: bash and iproute2 must be there."
                .formatted(host.id(), call, result.exitCode(), errors.lastLine()));
    }
}
