package org.caravan.server.backup;

/** Told to whoever asked for a backup or for its way back: what, which file, and what to try. */
final class BackupFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BackupFault(String message) {
        super(message);
    }

    BackupFault(String message, Throwable cause) {
        super(message, cause);
    }
}
