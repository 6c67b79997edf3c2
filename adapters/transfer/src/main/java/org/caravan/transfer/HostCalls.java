package org.caravan.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.HostAnswer;
import org.caravan.adapter.ScriptVariables;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Runs this package's scripts on one host and converts failures to {@link AdapterFault}s. */
final class HostCalls {

    /** Additional time to receive the result after `timeout` has ended the script. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final Shell shell;
    private final Host host;
    private final Machine machine;

    HostCalls(Shell shell, Host host) {
        this.shell = shell;
        this.host = host;
        this.machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
    }

    HostAnswer answer(String script, Map<String, String> variables, Duration timeout) {
        return new HostAnswer(host.id(), script, run(script, variables, timeout));
    }

    /** @return output of the script */
    String run(String script, Map<String, String> variables, Duration timeout) {
        Map<String, String> all = new TreeMap<>(variables);
        all.put("HOST", host.id());
        return checked(script, () -> shell.run(machine, "timeout -k 5 " + timeout.toSeconds() + " bash -c '. <(cat)'", text(script, all),
                timeout.plus(MARGIN)));
    }

    /**
     * Writes a piece into a file at an offset. Idempotent: a repeated or late write puts the same bytes at the same place.
     *
     * @return size of the file, in bytes
     */
    long write(String file, long offset, byte[] piece, Duration timeout) {
        String command =
                "timeout -k 5 %d dd of='%s' bs=256K iflag=fullblock oflag=seek_bytes seek=%d conv=notrunc status=none && stat -c %%s '%s'"
                .formatted(timeout.toSeconds(), file, offset, file);
        String size = checked("taking a piece of a layer", () -> shell.run(machine, command, piece, timeout.plus(MARGIN)));
        return new HostAnswer(host.id(), "taking a piece of a layer", size).read(text -> Long.parseLong(text.strip()));
    }

    private interface Call {
        CommandResult make();
    }

    private String checked(String what, Call call) {
        try {
            CommandResult result = call.make();
            if (!result.succeeded()) {
                throw fault(what, result);
            }
            return result.output();
        } catch (ShellFault e) {
            throw new AdapterFault(switch (e.kind()) {
                case UNTRUSTED -> AdapterFault.Kind.UNTRUSTED;
                case UNREACHABLE, TIMEOUT -> AdapterFault.Kind.UNREACHABLE;
                case MALFORMED -> AdapterFault.Kind.FAILED;
            }, e.getMessage(), e);
        }
    }

    private AdapterFault fault(String what, CommandResult result) {
        String said = result.errorOutput().strip();
        HostAnswer errors = new HostAnswer(host.id(), what, said);
        Optional<AdapterFault> reported = errors.reported();
        if (reported.isPresent()) {
            return reported.get();
        }
        String last = errors.lastLine();
        if (said.contains("No space left on device") || said.contains("Disk quota exceeded")) {
            return new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                    "The disk of the host (%s) is full: %s.\nMaybe remove unused images: caravan image gc.".formatted(host.id(), last));
        }
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The host (%s) fails %s (exit code %d): %s.\nMaybe check the host: bash, coreutils, tar and zstd must be installed."
                .formatted(host.id(), what, result.exitCode(), last));
    }

    /** Encloses the script in braces: a truncated script is then a syntax error, and none of it runs. */
    static byte[] text(String script, Map<String, String> variables) {
        return ("{\n" + ScriptVariables.assignments(variables) + resource("holder.sh") + resource(script + ".sh") + "} </dev/null\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String resource(String name) {
        try (InputStream content = HostCalls.class.getResourceAsStream(name)) {
            if (content == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
