package org.caravan.server.backup;

/** Failure of a backup or restore. Its message for the operator names the operation, the file and a remedy. */
final class BackupFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BackupFault(String message) {
        super(message);
    }

    BackupFault(String message, Throwable cause) {
        super(message, cause);
    }
}
