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

/** At which machines this server left a lookout: whoever starts later without them has to end them. A line with the owner's name, then one for each machine. */
@Component
class LookoutBook {

    private static final int OWNER_LETTERS = 8;

    private final Path file;
    private final String owner;
    private final SortedSet<String> machineIds = new TreeSet<>();

    LookoutBook(DataFolder folder) {
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

    /** Before it is left there: one that is noted and was not left is ended for nothing, one that is not noted never. */
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
            throw new UncheckedIOException("The list of lookouts (" + file + ") cannot be read.\nMaybe it belongs to another user.", e);
        }
    }

    private void write() {
        List<String> lines = new ArrayList<>(List.of(owner));
        lines.addAll(machineIds);
        try {
            DurableFiles.write(file, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("The list of lookouts (" + file + ") cannot be written.\nMaybe the disk is full.", e);
        }
    }
}
