package org.caravan.execution;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** A PostgreSQL database, which may be away for a while. One server uses it at a time. */
final class PostgresHome implements JournalHome {

    /** Any number that nobody else takes: of the lock while tables are made, and of the lock that one server holds. */
    private static final int TABLES_LOCK = 727_120;
    private static final int SERVER_LOCK = 727_121;

    /** Connection faults, and what a server says that ends or begins. */
    private static final List<String> LOST = List.of("08", "57P01", "57P02", "57P03");

    private static final long POLL_NANOS = 50_000_000;

    private final DataSource source;
    private final String name;

    PostgresHome(DataSource source, String name) {
        this.source = source;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String wayOut() {
        return "see whether PostgreSQL runs there, and takes this user and password.";
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement();
                ResultSet held = statement.executeQuery("select pg_try_advisory_lock(" + SERVER_LOCK + ")")) {
            held.next();
            if (!held.getBoolean(1)) {
                connection.close();
                throw new SQLException("another server uses it", "57P03");
            }
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String inItsWords(String statement) {
        return statement.replace(Schema.COUNTED, "integer primary key generated always as identity");
    }

    @Override
    public int version(Database database) throws SQLException {
        database.query("select pg_advisory_xact_lock(" + TABLES_LOCK + ")", row -> 0);
        database.execute("create table if not exists journal_version (version integer not null)");
        return database.query("select version from journal_version", row -> row.getInt(1)).stream().findFirst().orElse(0);
    }

    @Override
    public void setVersion(Database database, int version) throws SQLException {
        database.update("delete from journal_version");
        database.update("insert into journal_version (version) values (?)", version);
    }

    @Override
    public boolean lost(SQLException fault) {
        return fault.getSQLState() != null && LOST.stream().anyMatch(fault.getSQLState()::startsWith);
    }

    @Override
    public Optional<String> transaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet id = statement.executeQuery("select cast(pg_current_xact_id_if_assigned() as text)")) {
            id.next();
            return Optional.ofNullable(id.getString(1));
        }
    }

    /** The server may not have noticed yet that who asked is gone. */
    @Override
    public boolean committed(Connection connection, String transaction) throws SQLException {
        while (true) {
            String status = status(connection, transaction);
            if (!"in progress".equals(status)) {
                return "committed".equals(status);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static String status(Connection connection, String transaction) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select pg_xact_status(cast(? as xid8))")) {
            statement.setString(1, transaction);
            try (ResultSet status = statement.executeQuery()) {
                status.next();
                String said = status.getString(1);
                connection.rollback();
                return said;
            }
        }
    }
}
