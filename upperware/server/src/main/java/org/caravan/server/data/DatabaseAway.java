package org.caravan.server.data;

/** Without its database a server cannot start. */
final class DatabaseAway extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DatabaseAway(String message, Throwable cause) {
        super(message, cause);
    }
}
