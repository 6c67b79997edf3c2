package org.caravan.execution.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** A PostgreSQL journal. The database can be temporarily unavailable. Several servers read it; only the leader writes. */
final class PostgresHome implements JournalDialect {

    /** An arbitrary advisory lock number that is used only here. */
    private static final int TABLES_LOCK = 727_120;

    /** SQL states of connection faults, and of a server that shuts down or starts. */
    /** Insufficient resources and errors of the system outside of PostgreSQL (its manual, appendix A). */
    private static final List<String> PASSING = List.of("53", "58");
    private static final List<String> LOST = List.of("08", "57P01", "57P02", "57P03", "25P03");

    private static final long POLL_NANOS = 50_000_000;

    private static final Duration STANDSTILL = Duration.ofSeconds(2);

    private final DataSource source;
    private final String name;
    private OptionalLong epoch = OptionalLong.empty();

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
        return "check whether PostgreSQL is running there and accepts this user and password.";
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            // A leader that stalls in a transaction must not block the next leader.
            statement.execute("set idle_in_transaction_session_timeout = '" + STANDSTILL.toMillis() + "ms'");
            if (epoch.isPresent()) {
                statement.execute("set " + JournalFence.EPOCH + " = " + epoch.getAsLong());
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
        // Schema changes may also change data, which only the leader's epoch permits.
        if (database.query("select to_regclass('leadership') is not null", row -> row.getBoolean(1)).get(0)) {
            database.query("select set_config(?, cast(epoch as text), true) from leadership", row -> 0, JournalFence.EPOCH);
        }
        database.execute("create table if not exists journal_version (version integer not null)");
        return database.query("select version from journal_version", row -> row.getInt(1)).stream().findFirst().orElse(0);
    }

    @Override
    public void setVersion(Database database, int version) throws SQLException {
        database.update("delete from journal_version");
        database.update("insert into journal_version (version) values (?)", version);
    }

    @Override
    public void guard(Database database) throws SQLException {
        database.query("select pg_advisory_xact_lock(" + TABLES_LOCK + ")", row -> 0);
        if (JournalFence.stands(database)) {
            return;
        }
        for (String statement : JournalFence.statements()) {
            database.execute(statement);
        }
    }

    @Override
    public void lead(Database database, long leads) throws SQLException {
        database.query("select set_config(?, ?, false)", row -> 0, JournalFence.EPOCH, Long.toString(leads));
        epoch = OptionalLong.of(leads);
    }

    @Override
    public boolean lost(SQLException fault) {
        return fault.getSQLState() != null && LOST.stream().anyMatch(fault.getSQLState()::startsWith);
    }

    @Override
    public boolean passes(SQLException fault) {
        return lost(fault) || fault.getSQLState() != null && PASSING.stream().anyMatch(fault.getSQLState()::startsWith);
    }

    @Override
    public Optional<String> transaction(Connection connection) throws SQLException {
        return Optional.ofNullable(Sql.query(connection, "select cast(pg_current_xact_id_if_assigned() as text)", row -> row.getString(1))
                .get(0));
    }

    /** Polls, because the server may not have noticed yet that the former connection is lost. */
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
        String said = Sql.query(connection, "select pg_xact_status(cast(? as xid8))", row -> row.getString(1), transaction).get(0);
        connection.rollback();
        return said;
    }
}
