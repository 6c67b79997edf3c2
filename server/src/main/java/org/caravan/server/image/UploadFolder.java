package org.caravan.server.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.durable.DurableFiles;
import org.caravan.json.Json;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.share.Holder;

/** Stores partial uploads on disk, each with its announcement. Not synchronised: callers must prevent concurrent writes to one upload. */
final class UploadFolder {

    private static final String ID = "[0-9a-f]{12}";

    private final Path folder;

    UploadFolder(Path folder) {
        this.folder = folder;
    }

    void begin(String id, ImageUploadOrder upload, Holder holder) throws IOException {
        DurableFiles.createFolders(folder);
        DurableFiles.write(announcement(id), Json.write(upload));
        DurableFiles.write(holder(id), Json.write(holder));
        Files.createFile(content(id));
        DurableFiles.forceFolder(folder);
    }

    /** @param id unchecked id from a request */
    Optional<ImageUploadOrder> announced(String id) throws IOException {
        return id.matches(ID) && Files.exists(content(id))
                ? Optional.of(Json.read(Files.readString(announcement(id)), ImageUploadOrder.class))
                : Optional.empty();
    }

    Path content(String id) {
        return folder.resolve(id);
    }

    private Path holder(String id) {
        return folder.resolve(id + ".holder");
    }

    /** Holders of all uploads. If an upload has no readable holder (for example of an earlier version), its holder is the server. */
    List<Holder> holders() throws IOException {
        Stream.Builder<Holder> holders = Stream.builder();
        for (String id : ids()) {
            holders.add(read(id));
        }
        return holders.build().toList();
    }

    private Holder read(String id) throws IOException {
        try {
            return Json.read(Files.readString(holder(id)), Holder.class);
        } catch (NoSuchFileException | RejectedInput unknown) {
            return Holder.SERVER;
        }
    }

    private Path announcement(String id) {
        return folder.resolve(id + ".json");
    }

    long size(String id) throws IOException {
        return Files.size(content(id));
    }

    /**
     * Appends to the file; data before an interruption stays. The data is flushed to disk on return, so that a client can continue there
     * after a power failure.
     *
     * @param most maximum size of the file in bytes
     * @return size in bytes afterwards
     */
    long append(String id, InputStream piece, long most) throws IOException {
        long there = size(id);
        try (OutputStream target = Files.newOutputStream(content(id), StandardOpenOption.APPEND)) {
            byte[] buffer = new byte[64 << 10];
            for (int read = piece.read(buffer); read >= 0; read = piece.read(buffer)) {
                there += read;
                if (there > most) {
                    throw ProblemException.conflict("beyond-size", "The piece goes beyond the announced " + most + " bytes.",
                            "announce the file again.");
                }
                target.write(buffer, 0, read);
            }
        }
        DurableFiles.force(content(id));
        return there;
    }

    void forget(String id) throws IOException {
        DurableFiles.delete(content(id));
        DurableFiles.delete(announcement(id));
        DurableFiles.delete(holder(id));
    }

    List<String> ids() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.matches(ID)).toList();
        }
    }

    /** Ids of uploads without new data since then. */
    List<String> silentSince(Instant moment) throws IOException {
        Stream.Builder<String> silent = Stream.builder();
        for (String id : ids()) {
            if (Files.getLastModifiedTime(content(id)).toInstant().isBefore(moment)) {
                silent.add(id);
            }
        }
        return silent.build().toList();
    }
}
