package org.caravan.server.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.caravan.durable.DurableFiles;
import org.caravan.server.data.DataFolder;
import org.springframework.stereotype.Component;

/**
 * Registry of the machines on which this server left a probe agent; a server started later without probing must end these agents. File
 * format: a line with the owner's name, then one line per machine.
 */
@Component
class AgentRegistry {

    private static final int OWNER_LETTERS = 8;

    private final Path file;
    private final String owner;
    private final SortedSet<String> machineIds = new TreeSet<>();

    AgentRegistry(DataFolder folder) {
        file = folder.file("lookouts");
        List<String> lines = read();
        owner = lines.isEmpty() ? UUID.randomUUID().toString().replace("-", "").substring(0, OWNER_LETTERS) : lines.get(0);
        machineIds.addAll(lines.subList(Math.min(1, lines.size()), lines.size()));
    }

    String owner() {
        return owner;
    }

    synchronized List<String> machineIds() {
        return List.copyOf(machineIds);
    }

    /**
     * Call before the agent is installed. Ending an agent that was never installed is harmless; an agent that is not recorded is never
     * ended.
     */
    synchronized void note(String machineId) {
        if (machineIds.add(machineId)) {
            write();
        }
    }

    synchronized void forget(String machineId) {
        if (machineIds.remove(machineId)) {
            write();
        }
    }

    private List<String> read() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("The list of probe agents (" + file + ") cannot be read.\nMaybe it belongs to another user.", e);
        }
    }

    private void write() {
        List<String> lines = new ArrayList<>(List.of(owner));
        lines.addAll(machineIds);
        try {
            DurableFiles.write(file, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("The list of probe agents (" + file + ") cannot be written.\nMaybe the disk is full.", e);
        }
    }
}
