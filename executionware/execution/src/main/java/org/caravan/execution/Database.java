package org.caravan.execution;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One SQLite file and one connection to it. Every access is a transaction; those that wait at the same time share one. */
final class Database implements AutoCloseable {

    private static final int VERSION = 2;

    /** Turns the current row into something. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Path file;
    private final Connection connection;
    private final Queue<PendingWork<?>> waiting = new ConcurrentLinkedQueue<>();

    /** @param synchronous FULL, so that a power cut loses nothing; OFF is for tests of many runs */
    Database(Path file, String synchronous) {
        this.file = file;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
            execute("pragma journal_mode = wal");
            execute("pragma synchronous = " + synchronous);
            execute("pragma foreign_keys = on");
            execute("pragma busy_timeout = 5000");
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw fault("opened", e);
        }
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
        try {
            for (PendingWork<?> pending : batch) {
                pending.carryOut();
            }
            connection.commit();
            batch.forEach(PendingWork::committed);
            return true;
        } catch (Throwable e) {
            rollback();
            if (batch.size() == 1) {
                batch.get(0).failed(e instanceof SQLException sql ? fault("used", sql) : e);
            }
            return false;
        }
    }

    int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            return statement.executeUpdate();
        }
    }

    long insert(String sql, Object... values) throws SQLException {
        update(sql, values);
        return query("select last_insert_rowid()", row -> row.getLong(1)).get(0);
    }

    <T> List<T> query(String sql, Row<T> row, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values); ResultSet result = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(row.read(result));
            }
            return rows;
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i];
            statement.setObject(i + 1, value instanceof Number || value == null ? value : value.toString());
        }
        return statement;
    }

    private void migrate() throws SQLException {
        int version = query("pragma user_version", row -> row.getInt(1)).get(0);
        if (version > VERSION) {
            throw new StoreFault("The journal " + file + " was written by a newer Caravan (schema " + version
                    + ", this one knows " + VERSION + ").\nMaybe start the newer Caravan.", null);
        }
        if (version < 1) {
            execute(Schema.VERSION_1);
        }
        if (version < 2) {
            execute(Schema.VERSION_2);
        }
        execute("pragma user_version = " + VERSION);
    }

    private void execute(List<String> statements) throws SQLException {
        for (String statement : statements) {
            execute(statement);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The failure that led here is reported; SQLite rolls back by itself when the file is opened again.
        }
    }

    private StoreFault fault(String done, SQLException cause) {
        return new StoreFault("The journal " + file + " could not be " + done + ": " + cause.getMessage()
                + ".\nMaybe check free space and permissions of its folder.", cause);
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
