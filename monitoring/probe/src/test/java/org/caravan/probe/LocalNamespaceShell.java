package org.caravan.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Runs commands in network namespaces of this machine; a machine's address is its namespace. */
final class LocalNamespaceShell implements Shell {

    private final String path;

    /** @param path searched for tools */
    LocalNamespaceShell(String path) {
        this.path = path;
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        try {
            return run(new ProcessBuilder("ip", "netns", "exec", machine.address(), "sh", "-c", command), input, machine, timeout);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private CommandResult run(ProcessBuilder builder, byte[] input, Machine machine, Duration timeout)
            throws IOException, InterruptedException {
        builder.environment().put("PATH", path);
        Process process = builder.start();
        process.getOutputStream().write(input);
        process.getOutputStream().close();
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
        CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new ShellFault(ShellFault.Kind.TIMEOUT, machine.id() + " did not end in " + timeout, null);
        }
        return new CommandResult(process.exitValue(), output.join(), errors.join());
    }

    private static String read(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new UnsupportedOperationException("probes bring no files");
    }

    @Override
    public void close() {}
}
