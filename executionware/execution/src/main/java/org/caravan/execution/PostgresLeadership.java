package org.caravan.execution;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** One row, which says who leads until when. Has a connection of its own: whoever waits for the journal holds up nobody here. */
final class PostgresLeadership implements Leadership {

    private static final String UNTIL = "until = clock_timestamp() + ? * interval '1 millisecond'";

    private final DataSource source;
    private final String server;
    private final Duration time;
    private Connection connection;

    PostgresLeadership(DataSource source, String server, Duration time) {
        this.source = source;
        this.server = server;
        this.time = time;
    }

    @Override
    public OptionalLong take() {
        Optional<Long> epoch = changed("update leadership set epoch = epoch + 1, server = ?, " + UNTIL
                + " where until < clock_timestamp() returning epoch", server, time.toMillis());
        return epoch.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    @Override
    public boolean keep(long epoch) {
        return changed("update leadership set " + UNTIL + " where epoch = ? returning epoch", time.toMillis(), epoch).isPresent();
    }

    @Override
    public void giveBack(long epoch) {
        changed("update leadership set until = '-infinity' where epoch = ? returning epoch", epoch);
    }

    private synchronized Optional<Long> changed(String sql, Object... values) {
        try {
            if (connection == null) {
                connection = source.getConnection();
            }
            return Sql.query(connection, sql, row -> row.getLong(1), values).stream().findFirst();
        } catch (SQLException e) {
            close();
            throw new StoreFault("Who leads cannot be found out: " + e.getMessage() + ".\nMaybe see whether PostgreSQL runs.", e);
        }
    }

    /** It is opened again when it is needed. */
    @Override
    public synchronized void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It is lost already.
        } finally {
            connection = null;
        }
    }
}
