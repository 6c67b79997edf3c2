package org.caravan.adapter.rented;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.machine.MachineLabel;

/**
 * Files that the server keeps for one provisioned machine, as credentials for an SSH shell: user, key and known_hosts. {@code word}
 * is the secret with which the machine proves its host key. {@code met} is the id of the machine that proved it. {@code fit} is the
 * id of the machine that was fit for copies. {@code next-word} is the secret of a replacement machine.
 */
final class MachineFolder {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path folder;
    private final Path key;

    private MachineFolder(Path folder, Path key) {
        this.folder = folder;
        this.key = key;
    }

    /** @param all parent folder of all machines */
    static MachineFolder of(Path all, Path key, MachineLabel label) {
        return new MachineFolder(all.resolve(name(label)), key);
    }

    /** Prefix of the credentials of provisioned machines; reserved, so operators cannot use it. */
    static final String PREFIX = "rented.";

    static String name(MachineLabel label) {
        return PREFIX + label.infrastructure() + "." + label.hostId();
    }

    /** The secret of the next order. A secret that a machine has already used is not reused. */
    synchronized String word() {
        String name = read("met").isPresent() ? "next-word" : "word";
        if (read(name).isEmpty()) {
            byte[] word = new byte[32];
            RANDOM.nextBytes(word);
            write(name, HexFormat.of().formatHex(word));
        }
        return read(name).orElseThrow();
    }

    /** True if the machine was certainly never fit: it was ordered by this server and not found fit since. */
    boolean neverFit(String machineId) {
        return read("word").isPresent() && !read("fit").equals(Optional.of(machineId));
    }

    boolean met(String machineId) {
        return read("met").equals(Optional.of(machineId));
    }

    /** True if the text proves that the key belongs to a machine ordered by this server. */
    boolean proves(String text, String hostKey) {
        return words().anyMatch(word -> new HostKeyProof(word).proves(text, hostKey));
    }

    /** Pins the key for any address, because the key identifies the machine. */
    synchronized void pin(String machineId, String hostKey, int port) {
        write("user", "root");
        write("known_hosts", (port == 22 ? "* " : "[*]:" + port + " ") + hostKey);
        link();
        read("next-word").ifPresent(next -> write("word", next));
        write("met", machineId);
        remove("next-word");
    }

    private Stream<String> words() {
        return Stream.of("next-word", "word").flatMap(name -> read(name).stream());
    }

    void fit(String machineId) {
        write("fit", machineId);
    }

    synchronized void forget() {
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            DurableFiles.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the stored state of a machine cannot be removed", e);
        }
    }

    private void link() {
        try {
            Path link = folder.resolve("id_ed25519");
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, key.toAbsolutePath());
            DurableFiles.forceFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the key of a machine cannot be linked", e);
        }
    }

    private Optional<String> read(String name) {
        try {
            Path file = folder.resolve(name);
            return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("the stored state of a machine cannot be read", e);
        }
    }

    private void write(String name, String text) {
        try {
            DurableFiles.createFolders(folder);
            DurableFiles.write(folder.resolve(name), text + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("the state of a machine cannot be stored", e);
        }
    }

    private void remove(String name) {
        try {
            DurableFiles.delete(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("the stored state of a machine cannot be removed", e);
        }
    }
}
