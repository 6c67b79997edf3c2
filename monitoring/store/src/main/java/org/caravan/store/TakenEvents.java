package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Table of the ids of the newest stored events, in the same file as their samples, so that both are committed atomically. */
final class TakenEvents {

    /** Number of ids kept: more than a broker's backlog holds; about 10 MB. */
    static final int REMEMBERED = 100_000;

    static final String TABLE =
            "CREATE TABLE IF NOT EXISTS taken_event (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE)";

    private TakenEvents() {}

    /** Records an event; call it in the transaction that stores the samples. @return false if the event was stored before */
    static boolean note(Connection connection, String id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT OR IGNORE INTO taken_event (id) VALUES (?)")) {
            insert.setString(1, id);
            return insert.executeUpdate() == 1;
        }
    }

    /** Deletes the ids of older events. The limit is approximate. */
    static void forget(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM taken_event WHERE number <= (SELECT max(number) FROM taken_event) - " + REMEMBERED);
        }
    }
}
