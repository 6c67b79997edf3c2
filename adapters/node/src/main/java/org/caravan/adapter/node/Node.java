package org.caravan.adapter.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.HostAnswer;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Runs scripts on one host and converts failures to {@link AdapterFault}s. */
public final class Node {

    /** Additional time to receive the result after `timeout` has ended the script. */
    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final int ENDED_BY_TIMEOUT = 124;
    /** Reads the whole script before running it; {@code bash -s} would read byte by byte. */
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
     * Runs a script.
     *
     * @param call name for messages
     * @return output of the script
     */
    public String run(String call, byte[] script, Duration timeout) {
        try {
            return output(call, timeout, shell.run(machine, "timeout -k 5 " + timeout.toSeconds() + BASH, script, timeout.plus(MARGIN)));
        } catch (ShellFault e) {
            throw fault(e);
        }
    }

    /** The same through a persistent session, for calls with short answers of at most a few lines. */
    String run(String call, RemoteSessionPool sessions, byte[] script, Duration timeout) {
        try {
            return output(call, timeout, sessions.on(machine).run(script, timeout, MARGIN));
        } catch (ShellFault e) {
            throw fault(e);
        }
    }

    /**
     * Usage of the host through a persistent session. Empty if the session did not begin, broke, or failed the call.
     *
     * @param script of the session, if one must begin
     */
    Optional<String> usages(SensorSessions sessions, Supplier<byte[]> script, Duration timeout) {
        try {
            return sessions.run(machine, script, timeout, MARGIN);
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
            return new AdapterFault(AdapterFault.Kind.FAILED,
                    "The host (%s) did not end the call %s within %d s and was stopped.\nMaybe it is overloaded: repeat it later."
                    .formatted(host.id(), call, timeout.toSeconds()));
        }
        if (said.contains("No space left on device") || said.contains("Disk quota exceeded")) {
            return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                    "The disk of the host (%s) is full: %s.\nMaybe remove unused files below /var/lib/caravan."
                            .formatted(host.id(), errors.lastLine()));
        }
        if (said.contains("Cannot allocate memory")) {
            return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                    "The host (%s) has no memory left: %s.\nMaybe plan again with the current offers."
                    .formatted(host.id(), errors.lastLine()));
        }
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The host (%s) fails the call %s (exit code %d): %s.\nMaybe check the host: bash and iproute2 must be installed."
                .formatted(host.id(), call, result.exitCode(), errors.lastLine()));
    }
}
