package org.caravan.server.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.caravan.durable.DurableFiles;

/** Marker file in a data folder: the server's state is in an external database, which a backup of the folder does not contain. */
public final class ExternalDatabaseMarker {

    private static final String FILE = "database";

    private ExternalDatabaseMarker() {}

    /** @param where database address without user and password; empty: the state is in the folder */
    public static void note(Path data, Optional<String> where) {
        try {
            if (where.isPresent()) {
                DurableFiles.write(data.resolve(FILE), where.get() + "\n");
            } else {
                DurableFiles.delete(data.resolve(FILE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The data folder (" + data + ") cannot be written.\nMaybe its disk is full.", e);
        }
    }

    /** Removes temporary folders of killed backups and restores next to a data folder, because they contain copies of keys. */
    public static void removeAbandoned(Path data) {
        try {
            TemporaryFolder.removeAbandoned(data.toAbsolutePath().normalize().getParent());
        } catch (IOException e) {
            // the next restore tries again, and reports the folder
        }
    }

    static Optional<String> of(Path data) {
        try {
            return Files.exists(data.resolve(FILE)) ? Optional.of(Files.readString(data.resolve(FILE)).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new BackupFault("The data folder (" + data + ") cannot be read: " + e.getMessage()
                    + "\nMaybe run this as the user the server runs as.", e);
        }
    }
}
