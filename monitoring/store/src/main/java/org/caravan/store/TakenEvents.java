package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Ids of the newest events whose samples were taken, in the file where those are: both or neither is on disk. */
final class TakenEvents {

    /** More than a broker's backlog holds; about 10 MB. */
    static final int REMEMBERED = 100_000;

    static final String TABLE = "CREATE TABLE IF NOT EXISTS taken_event (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE)";

    private TakenEvents() {}

    /** To be called in the transaction that takes the samples. @return false if they were taken before */
    static boolean note(Connection connection, String id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT OR IGNORE INTO taken_event (id) VALUES (?)")) {
            insert.setString(1, id);
            return insert.executeUpdate() == 1;
        }
    }

    /** How many are remembered does not matter to one or the other. */
    static void forget(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM taken_event WHERE number <= (SELECT max(number) FROM taken_event) - " + REMEMBERED);
        }
    }
}
