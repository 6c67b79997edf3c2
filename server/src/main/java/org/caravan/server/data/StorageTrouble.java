package org.caravan.server.data;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Cause of a disk error, with a suggestion for the operator. Errors of the operating system are recognised by their text, which depends
 * on the locale, so the disk is checked as well. Errors of SQLite are recognised by their result code (sqlite.org/rescode.html).
 */
public enum StorageTrouble {
    /** ENOSPC, EDQUOT, SQLITE_FULL. */
    FULL("The disk of the server is full; nothing was changed.", "free some space (df -h), or remove images: caravan image gc."),
    /** EROFS, EACCES, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM. */
    READ_ONLY("The server cannot write to its data folder; nothing was changed.",
            "give the folder to the user that the server runs as, or mount its file system writable again."),
    /** EIO, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR. */
    DAMAGED("A file of the server is damaged, or its disk fails.",
            "check the disk (dmesg), then restore the data folder from a backup: caravan-server restore FILE.");

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

    /** Continues a line that begins with {@code Maybe}. */
    public String suggestion() {
        return suggestion;
    }

    /**
     * @param folder on the server's disk, which is checked if the fault itself does not show the cause; empty if there is no folder yet
     */
    public static Optional<StorageTrouble> of(Throwable fault, Optional<Path> folder) {
        Throwable each = fault;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
            Optional<StorageTrouble> found = each instanceof SQLiteException database ? of(database, folder)
                    : each instanceof IOException io ? of(io, folder) : Optional.empty();
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
        if (text.contains("read-only file system") || fault instanceof AccessDeniedException || fault instanceof FileNotFoundException
                && text.contains("permission denied")) {
            return Optional.of(READ_ONLY);
        }
        if (text.endsWith("input/output error")) {
            return Optional.of(DAMAGED);
        }
        // An IOException may also come from a peer that closed its connection. The disk is the cause only if the fault names a file, or
        // if the disk is full or read-only.
        return fault.getClass() == IOException.class || fault instanceof FileSystemException ? disk(folder) : Optional.empty();
    }

    /**
     * Tries it: Linux since 6.14 does not show that ext4 became read-only after a fault, and SQLite reports EROFS as SQLITE_IOERR_WRITE.
     */
    private static boolean refusesFiles(Path folder) {
        try {
            Files.delete(Files.createTempFile(folder, ".trial", ""));
            return false;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("read-only file system");
        }
    }

    private static Optional<StorageTrouble> disk(Optional<Path> folder) {
        try {
            if (folder.isEmpty()) {
                return Optional.empty();
            }
            return refusesFiles(folder.get()) ? Optional.of(READ_ONLY)
                    : Files.getFileStore(folder.get()).getUsableSpace() < NO_SPACE ? Optional.of(FULL) : Optional.empty();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
