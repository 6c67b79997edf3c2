package org.caravan.execution.sql;

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
import org.caravan.execution.journal.StoreFault;

/**
 * One connection to the journal's tables. Every access is a transaction; concurrent accesses share one. While the database is
 * unavailable, accesses wait. If the answer to a commit is lost, its result is looked up, so each transaction takes effect exactly
 * once.
 */
final class Database implements AutoCloseable {

    /** Maximum outage of the database before waiting accesses fail. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** SQLSTATE of PostgreSQL. */
    private static final String DEADLOCK = "40P01";
    private static final int MOST_TRIES = 10;
    private static final Duration POLL = Duration.ofMillis(100);

    private final JournalDialect home;
    private final Queue<PendingTransaction<?>> waiting = new ConcurrentLinkedQueue<>();
    private Connection connection;

    Database(JournalDialect home) {
        this.home = home;
        connect();
        change(() -> Schema.bring(home, this));
    }

    /**
     * Runs the work in a transaction that is on disk on return. Concurrent works share one commit, because a commit takes most of
     * the time. Otherwise a thousand steps that end together would wait for a thousand disk syncs. A work can be repeated, so it
     * must access only the database.
     */
    <T> T inTransaction(Callable<T> work) {
        PendingTransaction<T> mine = new PendingTransaction<>(work);
        waiting.add(mine);
        synchronized (this) {
            if (!mine.isDone()) {
                carryOutWaiting();
            }
        }
        return mine.outcome();
    }

    /** Work without a result. */
    interface Change {
        void make() throws Exception;
    }

    /** Like {@link #inTransaction}, without a result. */
    void change(Change change) {
        inTransaction(() -> {
            change.make();
            return null;
        });
    }

    private void carryOutWaiting() {
        List<PendingTransaction<?>> batch = new ArrayList<>();
        for (PendingTransaction<?> next = waiting.poll(); next != null; next = waiting.poll()) {
            batch.add(next);
        }
        if (!together(batch) && batch.size() > 1) {
            // A failed work must not affect the others, so each is repeated alone.
            batch.forEach(one -> together(List.of(one)));
        }
    }

    /** True if all are committed. A single work is always completed, with its failure if necessary. */
    private boolean together(List<PendingTransaction<?>> batch) {
        return together(batch, 1);
    }

    private boolean together(List<PendingTransaction<?>> batch, int tries) {
        Optional<String> asked = Optional.empty();
        try {
            for (PendingTransaction<?> pending : batch) {
                pending.carryOut();
            }
            asked = home.transaction(connection);
            connection.commit();
            batch.forEach(PendingTransaction::committed);
            return true;
        } catch (Throwable e) {
            if (e instanceof SQLException sql && home.lost(sql)) {
                return afterReturn(batch, asked);
            }
            rollback();
            if (e instanceof SQLException sql && DEADLOCK.equals(sql.getSQLState()) && tries < MOST_TRIES) {
                // A server that starts locks the tables to guard them; PostgreSQL ends one of two transactions that wait for each other.
                return together(batch, tries + 1);
            }
            if (batch.size() == 1) {
                batch.get(0).failed(e instanceof SQLException sql ? fault("used", sql) : e);
            }
            return false;
        }
    }

    /** Repeats work that was not committed when the connection was lost. */
    private boolean afterReturn(List<PendingTransaction<?>> batch, Optional<String> asked) {
        try {
            connect();
            if (asked.isEmpty() || !home.committed(connection, asked.get())) {
                return together(batch);
            }
            batch.forEach(PendingTransaction::committed);
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

    /** Connects, and waits while the database is unavailable. */
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
        change(() -> home.lead(this, epoch));
    }

    int update(String sql, Object... values) throws SQLException {
        return Sql.update(connection, sql, values);
    }

    /** @return the generated key in column {@code id} */
    long insert(String sql, Object... values) throws SQLException {
        return query(sql + " returning id", row -> row.getLong(1), values).get(0);
    }

    <T> List<T> query(String sql, Sql.Row<T> row, Object... values) throws SQLException {
        return Sql.query(connection, sql, row, values);
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
            // The original failure is reported. Closing the connection rolls back uncommitted work.
        }
    }

    private void closeQuietly() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // The connection is already lost.
        }
    }

    private StoreFault fault(String done, SQLException cause) {
        return new StoreFault("The journal " + home.name() + " could not be " + done + ": " + cause.getMessage()
                + ".\nMaybe " + home.wayOut(), cause, home.passes(cause));
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw fault("closed", e);
        }
    }

    /** Database work and its result; guarded by the database's lock until it is done. */
    private static final class PendingTransaction<T> {

        private final Callable<T> work;
        private T result;
        private Throwable failure;
        private boolean done;

        PendingTransaction(Callable<T> work) {
            this.work = work;
        }

        void carryOut() throws Exception {
            result = work.call();
        }

        void committed() {
            done = true;
        }

        void failed(Throwable cause) {
            failure = cause;
            done = true;
        }

        boolean isDone() {
            return done;
        }

        T outcome() {
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw new IllegalStateException("only SQL and unchecked exceptions come from here", failure);
            }
            return result;
        }
    }
}
