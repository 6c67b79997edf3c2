package org.caravan.execution.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;

/** A journal in one SQLite file, used by this process only. */
final class SqliteHome implements JournalDialect {

    private static final Set<SQLiteErrorCode> PASSING = EnumSet.of(SQLiteErrorCode.SQLITE_FULL, SQLiteErrorCode.SQLITE_IOERR,
            SQLiteErrorCode.SQLITE_BUSY);
    /** Bits of a result code that hold the primary code. */
    private static final int PRIMARY = 0xff;

    private final Path file;
    private final String synchronous;

    /** @param synchronous FULL, so that a power cut loses nothing; OFF is for tests with many runs */
    SqliteHome(Path file, String synchronous) {
        this.file = file;
        this.synchronous = synchronous;
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public String wayOut() {
        return "check free space and permissions of its folder.";
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = " + synchronous);
            statement.execute("pragma foreign_keys = on");
            statement.execute("pragma busy_timeout = 5000");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String inItsWords(String statement) {
        return statement.replace(Schema.COUNTED, "integer primary key autoincrement");
    }

    @Override
    public int version(Database database) throws SQLException {
        return database.query("pragma user_version", row -> row.getInt(1)).get(0);
    }

    @Override
    public void setVersion(Database database, int version) throws SQLException {
        database.execute("pragma user_version = " + version);
    }

    @Override
    public void guard(Database database) {
        // only one server uses the data folder
    }

    @Override
    public void lead(Database database, long epoch) {
        // there are no other servers
    }

    @Override
    public boolean lost(SQLException fault) {
        return false;
    }

    @Override
    public boolean passes(SQLException fault) {
        return PASSING.contains(SQLiteErrorCode.getErrorCode(fault.getErrorCode() & PRIMARY));
    }

    @Override
    public Optional<String> transaction(Connection connection) {
        return Optional.empty();
    }

    @Override
    public boolean committed(Connection connection, String transaction) {
        throw new IllegalStateException("no connection to a file is lost");
    }
}
