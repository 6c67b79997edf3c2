package org.caravan.adapter.rented.vm;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.caravan.adapter.testkit.ProcessChannel;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.testing.Lifetime;

/** A machine of namespaces on this one, without SSH: its network, its mounts and its folders are its own, its processes are not. */
final class NamespaceMachine implements Shell {

    private final Process keeper;

    NamespaceMachine(Path folder) throws IOException {
        keeper = new ProcessBuilder("unshare", "-n", "-m", "bash", "src/test/resources/org/caravan/adapter/rented/vm/machine.sh",
                folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        if (!"up".equals(keeper.inputReader().readLine())) {
            throw new IOException("the machine does not come up");
        }
    }

    private Process inside(String command) throws IOException {
        return new ProcessBuilder("nsenter", "-t", Long.toString(keeper.pid()), "-n", "-m", "bash", "-c", command).start();
    }

    /** What a command writes that ends well. */
    String said(String command) {
        CommandResult result = run(null, command, new byte[0], Duration.ofMinutes(2));
        if (!result.succeeded()) {
            throw new AssertionError(command + ": " + result);
        }
        return result.output();
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        try {
            Path out = Files.createTempFile("machine", ".out");
            Path errors = Files.createTempFile("machine", ".errors");
            Process process = Lifetime.limited(new ProcessBuilder("nsenter", "-t", Long.toString(keeper.pid()), "-n", "-m", "bash", "-c",
                    command)
                    .redirectOutput(out.toFile()).redirectError(errors.toFile()).start());
            try (OutputStream to = process.getOutputStream()) {
                to.write(input);
            }
            int code = process.waitFor();
            CommandResult result = new CommandResult(code, Files.readString(out), Files.readString(errors));
            List.of(out, errors).forEach(file -> file.toFile().delete());
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        try {
            return ProcessChannel.with(inside(command), listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        keeper.destroy();
    }
}
