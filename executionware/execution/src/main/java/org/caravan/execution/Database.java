package org.caravan.execution;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection to the journal's tables. Every access is a transaction; those that wait at the same time share one. While the database
 * is away they wait for it; a transaction whose commit was not answered is found out about, so that each is done once.
 */
final class Database implements AutoCloseable {

    private static final int VERSION = 3;

    /** How long a database may be away before those who wait give up. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);

    private final JournalHome home;
    private final Queue<PendingWork<?>> waiting = new ConcurrentLinkedQueue<>();
    private Connection connection;

    Database(JournalHome home) {
        this.home = home;
        connect();
        inTransaction(() -> {
            migrate();
            return null;
        });
    }

    /**
     * On disk when it returns. Works that wait at the same time share one commit, which is what takes the time: a thousand
     * steps that end together would else wait for a thousand syncs of the disk. A work may be done again, so it touches
     * nothing but the database.
     */
    <T> T inTransaction(Callable<T> work) {
        PendingWork<T> mine = new PendingWork<>(work);
        waiting.add(mine);
        synchronized (this) {
            if (!mine.isDone()) {
                carryOutWaiting();
            }
        }
        return mine.outcome();
    }

    private void carryOutWaiting() {
        List<PendingWork<?>> batch = new ArrayList<>();
        for (PendingWork<?> next = waiting.poll(); next != null; next = waiting.poll()) {
            batch.add(next);
        }
        if (!together(batch) && batch.size() > 1) {
            // One that fails takes none of the others with it.
            batch.forEach(one -> together(List.of(one)));
        }
    }

    /** Whether all of them are committed; a single one is done in any case, at least with its failure. */
    private boolean together(List<PendingWork<?>> batch) {
        Optional<String> asked = Optional.empty();
        try {
            for (PendingWork<?> pending : batch) {
                pending.carryOut();
            }
            asked = home.transaction(connection);
            connection.commit();
            batch.forEach(PendingWork::committed);
            return true;
        } catch (Throwable e) {
            if (e instanceof SQLException sql && home.lost(sql)) {
                return afterReturn(batch, asked);
            }
            rollback();
            if (batch.size() == 1) {
                batch.get(0).failed(e instanceof SQLException sql ? fault("used", sql) : e);
            }
            return false;
        }
    }

    /** What was not committed when the connection was lost is begun anew. */
    private boolean afterReturn(List<PendingWork<?>> batch, Optional<String> asked) {
        try {
            connect();
            if (asked.isEmpty() || !home.committed(connection, asked.get())) {
                return together(batch);
            }
            batch.forEach(PendingWork::committed);
        } catch (StoreFault away) {
            batch.forEach(pending -> pending.failed(away));
        } catch (SQLException e) {
            if (home.lost(e)) {
                return afterReturn(batch, asked);
            }
            batch.forEach(pending -> pending.failed(fault("used", e)));
        }
        return true;
    }

    /** Waits for a database that is away. */
    private void connect() {
        closeQuietly();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                connection = home.connect();
                return;
            } catch (SQLException e) {
                if (!home.lost(e) || System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                    throw fault("opened", e);
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
    }

    void lead(long epoch) {
        inTransaction(() -> {
            home.lead(this, epoch);
            return null;
        });
    }

    int update(String sql, Object... values) throws SQLException {
        return Sql.update(connection, sql, values);
    }

    /** @return the number that its row was given in column {@code id} */
    long insert(String sql, Object... values) throws SQLException {
        return query(sql + " returning id", row -> row.getLong(1), values).get(0);
    }

    <T> List<T> query(String sql, Sql.Row<T> row, Object... values) throws SQLException {
        return Sql.query(connection, sql, row, values);
    }

    private void migrate() throws SQLException {
        int version = home.version(this);
        if (version > VERSION) {
            throw new StoreFault("The journal " + home.name() + " was written by a newer Caravan (schema " + version
                    + ", this one knows " + VERSION + ").\nMaybe start the newer Caravan.", null);
        }
        if (version < 1) {
            execute(Schema.VERSION_1);
        }
        if (version < 2) {
            execute(Schema.VERSION_2);
        }
        if (version < 3) {
            execute(Schema.VERSION_3);
        }
        if (version < VERSION) {
            home.setVersion(this, VERSION);
        }
        home.guard(this);
    }

    private void execute(List<String> statements) throws SQLException {
        for (String statement : statements) {
            execute(home.inItsWords(statement));
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The failure that led here is reported; what was not committed is rolled back with the end of the connection.
        }
    }

    private void closeQuietly() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It is lost already.
        }
    }

    private StoreFault fault(String done, SQLException cause) {
        return new StoreFault("The journal " + home.name() + " could not be " + done + ": " + cause.getMessage()
                + ".\nMaybe " + home.wayOut(), cause);
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw fault("closed", e);
        }
    }
}
