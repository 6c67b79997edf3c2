package org.caravan.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.testing.Lifetime;

/** A host that is a folder of this machine: commands run here, below it. Its line can be cut after so many bytes. */
final class LocalShell implements Shell {

    private static final String HELD = "/var/lib/caravan";

    private final Path folder;
    /** Bytes that went over the line, half pieces of a cut included. */
    final AtomicLong sent = new AtomicLong();
    volatile long cutAfter = Long.MAX_VALUE;
    volatile int callsWhileCut;

    LocalShell(Path folder) {
        this.folder = folder;
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        boolean piece = command.contains("dd of=");
        byte[] arriving = piece ? input : new String(input, StandardCharsets.UTF_8).replace(HELD, folder.toString())
                .getBytes(StandardCharsets.UTF_8);
        if (piece && sent.get() + input.length > cutAfter) {
            arriving = Arrays.copyOf(input, (int) Math.max(0, cutAfter - sent.get()));
        }
        if (piece) {
            sent.addAndGet(arriving.length);
        }
        CommandResult result = here(command.replace(HELD, folder.toString()), arriving);
        if (piece && sent.get() >= cutAfter) {
            if (callsWhileCut-- <= 0) {
                cutAfter = Long.MAX_VALUE;
            }
            throw new ShellFault(ShellFault.Kind.UNREACHABLE, "The line is cut.\nMaybe mend it.", null);
        }
        return result;
    }

    private static CommandResult here(String command, byte[] input) {
        try {
            Process process = Lifetime.limited(new ProcessBuilder("bash", "-c", command).start());
            try (var to = process.getOutputStream()) {
                to.write(input);
            } catch (IOException endedEarly) {
                // a script that fails does not read the rest
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return new CommandResult(process.waitFor(), output, error);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new UnsupportedOperationException("images go in pieces");
    }

    @Override
    public void close() {
        // nothing is open
    }
}
