package org.caravan.server.data;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Why the server's disk refused to read or write, with what a person can do. Errors of the system are recognised by their text, which depends on the locale, so that a
 * disk is also looked at; errors of SQLite by their result code (sqlite.org/rescode.html).
 */
public enum StorageTrouble {
    /** ENOSPC, EDQUOT, SQLITE_FULL. */
    FULL("The disk of the server is full; nothing was changed.", "free some of it (df -h), or remove images: caravan image gc."),
    /** EROFS, EACCES, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM. */
    READ_ONLY("The server cannot write to its data folder; nothing was changed.", "give the folder to the user that the server runs as, or mount its file system writable again."),
    /** EIO, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR. */
    DAMAGED("A file of the server is damaged, or its disk fails.", "look at the disk (dmesg), then bring the data folder back from a backup: caravan-server restore FILE.");

    private static final long NO_SPACE = 64 << 10;
    private static final int MOST_CAUSES = 20;

    private final String detail;
    private final String suggestion;

    StorageTrouble(String detail, String suggestion) {
        this.detail = detail;
        this.suggestion = suggestion;
    }

    public String detail() {
        return detail;
    }

    /** Follows {@code Maybe}. */
    public String suggestion() {
        return suggestion;
    }

    /** @param folder on the server's disk, which is looked at where a fault alone does not tell; empty if there is none yet */
    public static Optional<StorageTrouble> of(Throwable fault, Optional<Path> folder) {
        Throwable each = fault;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
            Optional<StorageTrouble> found = each instanceof SQLiteException database ? of(database, folder) : each instanceof IOException io ? of(io, folder) : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
            each = each.getCause();
        }
        return Optional.empty();
    }

    /** The lowest byte of a result code is its primary one. */
    private static Optional<StorageTrouble> of(SQLiteException fault, Optional<Path> folder) {
        return Optional.ofNullable(switch (SQLiteErrorCode.getErrorCode(fault.getResultCode().code & 0xff)) {
            case SQLITE_FULL -> FULL;
            case SQLITE_READONLY, SQLITE_PERM -> READ_ONLY;
            case SQLITE_CANTOPEN -> disk(folder).orElse(READ_ONLY);
            case SQLITE_IOERR -> disk(folder).orElse(DAMAGED);
            case SQLITE_CORRUPT, SQLITE_NOTADB -> DAMAGED;
            default -> null;
        });
    }

    private static Optional<StorageTrouble> of(IOException fault, Optional<Path> folder) {
        String text = String.valueOf(fault.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("no space left on device") || text.contains("disk quota exceeded")) {
            return Optional.of(FULL);
        }
        if (text.contains("read-only file system") || fault instanceof AccessDeniedException || fault instanceof FileNotFoundException && text.contains("permission denied")) {
            return Optional.of(READ_ONLY);
        }
        if (text.endsWith("input/output error")) {
            return Optional.of(DAMAGED);
        }
        // A peer that closed its connection is an IOException, too; of those that name a file, or come while the disk is full, the disk is the cause.
        return fault.getClass() == IOException.class || fault instanceof FileSystemException ? disk(folder) : Optional.empty();
    }

    private static Optional<StorageTrouble> disk(Optional<Path> folder) {
        try {
            if (folder.isEmpty()) {
                return Optional.empty();
            }
            FileStore store = Files.getFileStore(folder.get());
            return store.isReadOnly() ? Optional.of(READ_ONLY) : store.getUsableSpace() < NO_SPACE ? Optional.of(FULL) : Optional.empty();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
