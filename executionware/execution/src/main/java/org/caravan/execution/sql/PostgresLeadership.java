package org.caravan.execution.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.caravan.execution.journal.StoreFault;

/**
 * Leader lease in one row, with an expiry by the database's clock. That clock can be changed. If it is set forward, a live leader
 * is replaced, loses its epoch and notices. If it is set back, {@code until} lies far in the future although no server renews the
 * lease. So a follower also takes over a row that stays unchanged for twice its time, measured by the follower's monotonic clock.
 * Uses its own connection, so that it does not compete with the journal.
 */
final class PostgresLeadership implements Leadership {

    private static final String UNTIL = "until = clock_timestamp() + ? * interval '1 millisecond', lease_ms = ?";
    /** Safe, because a leader renews the lease several times within its time. */
    private static final int UNCHANGED = 2;

    private final DataSource source;
    private final String server;
    private final Duration time;
    private Connection connection;
    private Seen seen = new Seen("", 0);

    /**
     * @param row content at the last change
     * @param sinceNanos time at which the change was observed here, by {@link System#nanoTime}
     */
    private record Seen(String row, long sinceNanos) {}

    PostgresLeadership(DataSource source, String server, Duration time) {
        this.source = source;
        this.server = server;
        this.time = time;
    }

    @Override
    public OptionalLong take() {
        Optional<Long> epoch = changed("update leadership set epoch = epoch + 1, server = ?, " + UNTIL
                + " where until < clock_timestamp() returning epoch", server, time.toMillis(), time.toMillis());
        return epoch.or(this::takeUnkept).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    private Optional<Long> takeUnkept() {
        List<Row> rows = asked("select epoch || ' ' || until, lease_ms from leadership where until > '-infinity'",
                row -> new Row(row.getString(1), row.getLong(2)));
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        Row now = rows.get(0);
        if (!now.text().equals(seen.row())) {
            seen = new Seen(now.text(), System.nanoTime());
            return Optional.empty();
        }
        long unchanged = UNCHANGED * Math.max(time.toMillis(), now.leaseMillis());
        if (System.nanoTime() - seen.sinceNanos() < TimeUnit.MILLISECONDS.toNanos(unchanged)) {
            return Optional.empty();
        }
        return changed("update leadership set epoch = epoch + 1, server = ?, " + UNTIL + " where epoch || ' ' || until = ? returning epoch",
                server, time.toMillis(), time.toMillis(), now.text());
    }

    private record Row(String text, long leaseMillis) {}

    @Override
    public boolean keep(long epoch) {
        return changed("update leadership set " + UNTIL + " where epoch = ? returning epoch", time.toMillis(), time.toMillis(), epoch)
                .isPresent();
    }

    @Override
    public void giveBack(long epoch) {
        changed("update leadership set until = '-infinity' where epoch = ? returning epoch", epoch);
    }

    private Optional<Long> changed(String sql, Object... values) {
        return asked(sql, row -> row.getLong(1), values).stream().findFirst();
    }

    private synchronized <T> List<T> asked(String sql, Sql.Row<T> read, Object... values) {
        try {
            if (connection == null) {
                connection = source.getConnection();
            }
            return Sql.query(connection, sql, read, values);
        } catch (SQLException e) {
            close();
            throw new StoreFault("The leader cannot be determined: " + e.getMessage() + ".\nMaybe check whether PostgreSQL is running.", e);
        }
    }

    /** Closes the connection; it is reopened when needed. */
    @Override
    public synchronized void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // The connection is already lost.
        } finally {
            connection = null;
        }
    }
}
