package org.caravan.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Runs commands on this machine. */
final class LocalShell implements Shell {

    private final boolean namespaces;
    private final String path;

    private LocalShell(boolean namespaces, String path) {
        this.namespaces = namespaces;
        this.path = path;
    }

    /**
     * In network namespaces; a machine's address is its namespace.
     *
     * @param path searched for tools
     */
    static LocalShell inNamespaces(String path) {
        return new LocalShell(true, path);
    }

    /** Whichever the machine; finds no tools but those of this path. */
    static LocalShell here(String path) {
        return new LocalShell(false, path);
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        try {
            List<String> shell = new ArrayList<>(namespaces ? List.of("ip", "netns", "exec", machine.address()) : List.of());
            shell.addAll(List.of("/bin/sh", "-c", command));
            return run(new ProcessBuilder(shell), input, machine, timeout);
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
