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
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Runs commands on this machine. */
final class LocalShell implements Shell {

    private final boolean namespaces;
    private final String path;
    private final String program;

    private LocalShell(boolean namespaces, String path, String program) {
        this.namespaces = namespaces;
        this.path = path;
        this.program = program;
    }

    /**
     * In network namespaces; a machine's address is its namespace.
     *
     * @param path searched for tools
     */
    static LocalShell inNamespaces(String path) {
        return new LocalShell(true, path, "/bin/sh");
    }

    /** Whichever the machine; finds no tools but those of this path. */
    static LocalShell here(String path) {
        return here(path, "/bin/sh");
    }

    /** @param program the shell */
    static LocalShell here(String path, String program) {
        return new LocalShell(false, path, program);
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        try {
            List<String> shell = new ArrayList<>(namespaces ? List.of("ip", "netns", "exec", machine.address()) : List.of());
            shell.addAll(List.of(program, "-c", command));
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

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        try {
            ProcessBuilder builder = new ProcessBuilder("ip", "netns", "exec", machine.address(), "/bin/sh", "-c", command);
            builder.environment().put("PATH", path);
            Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            Thread reader = new Thread(() -> {
                process.inputReader(StandardCharsets.UTF_8).lines().forEach(listener::heard);
                listener.ended();
            });
            reader.setDaemon(true);
            reader.start();
            return new CommandChannel() {
                @Override
                public void say(byte[] words) {
                    try {
                        process.getOutputStream().write(words);
                        process.getOutputStream().flush();
                    } catch (IOException e) {
                        throw new ShellFault(ShellFault.Kind.UNREACHABLE, machine.id() + " does not listen", e);
                    }
                }

                @Override
                public void close() {
                    try {
                        process.getOutputStream().close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
