package org.caravan.server.data;

/** The database is unavailable, so the server cannot start. */
final class DatabaseUnavailable extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DatabaseUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
