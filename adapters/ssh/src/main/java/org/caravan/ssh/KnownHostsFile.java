package org.caravan.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.caravan.durable.DurableFiles;

/**
 * The known_hosts file of credentials. Keys are added after confirmation by a user, and removed when the machine is no longer
 * managed. Lines of other machines stay unchanged.
 */
public final class KnownHostsFile {

    static {
        Ed25519.use();
    }

    private static final int SSH_PORT = 22;

    private final Path file;

    private KnownHostsFile(Path file) {
        this.file = file;
    }

    /**
     * @param credentials folder with one folder per name of credentials
     * @throws ShellFault of kind UNTRUSTED if the machine's credentials do not exist
     */
    public static KnownHostsFile of(Path credentials, Machine machine) {
        if (!machine.credentials().matches("[A-Za-z0-9_][A-Za-z0-9._-]*")) {
            throw SshFault.credentials(machine, "that is not a name", "use letters, digits, '.', '_' and '-'");
        }
        Path own = credentials.resolve(machine.credentials());
        if (!Files.isDirectory(own)) {
            throw SshFault.credentials(machine, "there is no folder " + own, "create it with user and id_ed25519");
        }
        return new KnownHostsFile(own.resolve("known_hosts"));
    }

    /** State of a machine's key. */
    public enum Knowledge {
        /** No key of the machine is pinned. */
        UNKNOWN,
        /** This key is pinned. */
        PINNED,
        /** Another key is pinned, or this key is revoked. */
        OTHER
    }

    public Knowledge of(Machine machine, PresentedHostKey shown) {
        List<KnownHostEntry> entries = lines().stream().map(KnownHostsFile::entry)
                .filter(entry -> entry != null && entry.isHostMatch(machine.address(), machine.port())).toList();
        boolean revoked = entries.stream().anyMatch(entry -> "revoked".equals(entry.getMarker()) && holds(entry, shown));
        boolean pinned = entries.stream().anyMatch(entry -> entry.getMarker() == null && holds(entry, shown));
        return entries.isEmpty() ? Knowledge.UNKNOWN : pinned && !revoked ? Knowledge.PINNED : Knowledge.OTHER;
    }

    /** Pins the key; the caller must have verified that it belongs to the machine. */
    public synchronized void pin(Machine machine, PresentedHostKey confirmed) {
        List<String> lines = new ArrayList<>(lines());
        lines.add(name(machine) + " " + confirmed.text());
        write(lines);
    }

    /** @return true if a key was pinned; patterns that match other machines too stay unchanged */
    public synchronized boolean forget(Machine machine) {
        List<String> lines = lines();
        List<String> kept = lines.stream().map(line -> without(line, name(machine))).filter(line -> line != null).toList();
        if (kept.equals(lines)) {
            return false;
        }
        write(kept);
        return true;
    }

    private static String without(String line, String name) {
        String[] parts = line.strip().split("\\s+", 2);
        if (parts.length < 2 || !Arrays.asList(parts[0].split(",")).contains(name)) {
            return line;
        }
        String others = Arrays.stream(parts[0].split(",")).filter(one -> !one.equals(name)).collect(Collectors.joining(","));
        return others.isEmpty() ? null : others + " " + parts[1];
    }

    private static boolean holds(KnownHostEntry entry, PresentedHostKey shown) {
        String[] words = shown.text().split(" ");
        return entry.getConfigLine().contains(words[1]);
    }

    private static KnownHostEntry entry(String line) {
        try {
            return line.isBlank() || line.startsWith("#") ? null : KnownHostEntry.parseKnownHostEntry(line);
        } catch (RuntimeException e) {
            return null; // an invalid line pins nothing
        }
    }

    private static String name(Machine machine) {
        return machine.port() == SSH_PORT ? machine.address() : "[" + machine.address() + "]:" + machine.port();
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /** Writes atomically, because a shell may read the file at the same time. */
    private void write(List<String> lines) {
        try {
            DurableFiles.write(file, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
