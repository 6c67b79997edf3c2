package org.caravan.server.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.caravan.durable.DurableFiles;

/** A file in a data folder that says that the state of its server is not in it, and where it is, for who makes a backup. */
public final class StateElsewhere {

    private static final String FILE = "database";

    private StateElsewhere() {}

    /** @param where without user and password; empty: the state is in the folder */
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

    /** Removes what killed backups and restores left beside a data folder; it holds copies of keys. */
    public static void removeAbandoned(Path data) {
        try {
            TemporaryFolder.removeAbandoned(data.toAbsolutePath().normalize().getParent());
        } catch (IOException e) {
            // what cannot be removed at a start is removed by the next restore, which names it
        }
    }

    static Optional<String> of(Path data) {
        try {
            return Files.exists(data.resolve(FILE)) ? Optional.of(Files.readString(data.resolve(FILE)).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new BackupFault("The data folder (" + data + ") cannot be read: " + e.getMessage() + "\nMaybe run this as the user the server runs as.", e);
        }
    }
}
