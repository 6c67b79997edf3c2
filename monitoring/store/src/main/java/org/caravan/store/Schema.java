package org.caravan.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;

/** Opens the SQLite file and creates its tables. */
final class Schema {

    private static final int VERSION = 2;
    private static final Duration WAIT_FOR_OTHERS = Duration.ofSeconds(10);

    private static final String[] TABLES = {
        "CREATE TABLE path (id INTEGER PRIMARY KEY, from_site TEXT NOT NULL, from_isp TEXT NOT NULL, to_site TEXT NOT NULL,"
                + " to_isp TEXT NOT NULL, family TEXT NOT NULL, UNIQUE (from_site, from_isp, to_site, to_isp, family))",
        // Times of samples are in nanoseconds since 1970, starts of windows in seconds.
        "CREATE TABLE sample (path INTEGER NOT NULL REFERENCES path, quantity TEXT NOT NULL, taken_at INTEGER NOT NULL,"
                + " value REAL NOT NULL, probe TEXT NOT NULL)",
        "CREATE INDEX sample_of_path ON sample (path, quantity, taken_at)",
        "CREATE INDEX sample_by_time ON sample (taken_at)",
        "CREATE TABLE summary (window TEXT NOT NULL, start INTEGER NOT NULL, path INTEGER NOT NULL REFERENCES path,"
                + " quantity TEXT NOT NULL, count INTEGER NOT NULL, mean REAL NOT NULL, squares REAL NOT NULL,"
                + " least REAL NOT NULL, greatest REAL NOT NULL, newest INTEGER NOT NULL, histogram BLOB NOT NULL,"
                + " PRIMARY KEY (window, start, path, quantity)) WITHOUT ROWID",
        // Times since which samples and minutes are complete; earlier ones were deleted.
        "CREATE TABLE kept (what TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID",
        TakenEvents.TABLE,
        "PRAGMA user_version = " + VERSION
    };

    /** A file of version 1 has no table of events. */
    private static final String[] FROM_1 = {TakenEvents.TABLE, "PRAGMA user_version = " + VERSION};

    private Schema() {}

    /** Opens a connection with durable commits: the log is synchronised at each commit. */
    static Connection open(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout((int) WAIT_FOR_OTHERS.toMillis());
        config.setTransactionMode(TransactionMode.DEFERRED);
        return config.createConnection("jdbc:sqlite:" + file);
    }

    static void create(Connection connection, Path file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Locks the file immediately, so that two processes cannot both find it empty.
            statement.execute("BEGIN IMMEDIATE");
            try {
                int version = version(statement);
                if (version < 2) {
                    for (String change : version == 0 ? TABLES : FROM_1) {
                        statement.execute(change);
                    }
                } else if (version != VERSION) {
                    throw new SampleStoreFault(
                            "Sample store (" + file + ") is of version " + version + "; this program reads version " + VERSION
                                    + ".\nMaybe another version of Caravan wrote it: start that one, or move the file away.",
                            null);
                }
                statement.execute("COMMIT");
            } catch (SQLException | RuntimeException e) {
                statement.execute("ROLLBACK");
                throw e;
            }
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.getInt(1);
        }
    }
}
