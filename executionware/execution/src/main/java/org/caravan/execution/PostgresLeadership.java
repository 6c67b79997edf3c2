package org.caravan.execution;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * One row, which says who leads until when, by the database's clock. That clock may be set: forward, and a leader that lives is followed, loses its epoch and notices; back,
 * and {@code until} is far in the future although no server renews it. So a follower also takes a row that it has seen unchanged for twice its time by a clock of its own that is
 * never set. Has a connection of its own: whoever waits for the journal holds up nobody here.
 */
final class PostgresLeadership implements Leadership {

    private static final String UNTIL = "until = clock_timestamp() + ? * interval '1 millisecond', lease_ms = ?";
    /** Who leads keeps it several times within its time. */
    private static final int UNCHANGED = 2;

    private final DataSource source;
    private final String server;
    private final Duration time;
    private Connection connection;
    private Seen seen = new Seen("", 0);

    /**
     * @param row as it was when it last changed
     * @param sinceNanos when that was seen here, by {@link System#nanoTime}
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
        List<Row> rows = asked("select epoch || ' ' || until, lease_ms from leadership where until > '-infinity'", row -> new Row(row.getString(1), row.getLong(2)));
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
        return changed("update leadership set " + UNTIL + " where epoch = ? returning epoch", time.toMillis(), time.toMillis(), epoch).isPresent();
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
