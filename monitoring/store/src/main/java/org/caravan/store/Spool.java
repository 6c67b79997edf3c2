package org.caravan.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Durable queue of samples for a database that may be unavailable, in their order of arrival. Added samples are on disk when the call
 * returns. They are removed when the database has them. A batch always yields the same text, so that writing it again changes nothing.
 */
final class Spool implements AutoCloseable {

    /** Lines of a batch, in InfluxDB's line protocol. */
    record Batch(long number, List<String> lines) {}

    interface Lines {
        /** @param first number of the first sample; numbers increase by one and never repeat */
        List<String> from(long first);
    }

    private final Transaction file;
    private final int capacity;
    private int waiting;

    /** @param capacity maximum number of queued samples, at least 1 */
    Spool(Path path, int capacity) {
        this.file = new Transaction(path, Spool::create);
        this.capacity = capacity;
        this.waiting = file.run("could not be read", Spool::count);
    }

    private static void create(Connection connection, Path file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS batch (number INTEGER PRIMARY KEY, samples INTEGER NOT NULL, lines TEXT NOT NULL)");
            statement.execute("CREATE TABLE IF NOT EXISTS next (number INTEGER NOT NULL)");
            statement.execute(TakenEvents.TABLE);
            statement.execute("INSERT INTO next SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM next)");
        }
    }

    /** Number of queued samples. */
    synchronized int waiting() {
        return waiting;
    }

    /** Result of {@link #add}: added, already added before, or rejected because the spool is full. */
    enum Added {
        NOW,
        BEFORE,
        NO_ROOM
    }

    /**
     * Adds samples; an empty spool accepts any number.
     *
     * @param eventId event whose samples are added only once; empty for samples without an event
     */
    synchronized Added add(Optional<String> eventId, int samples, Lines lines) {
        if (waiting > 0 && waiting + samples > capacity) {
            return Added.NO_ROOM;
        }
        boolean now = file.run("could not take " + samples + " samples", connection -> {
            if (eventId.isPresent() && !TakenEvents.note(connection, eventId.get())) {
                return false;
            }
            long first = next(connection, samples);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO batch (number, samples, lines) VALUES (?, ?, ?)")) {
                insert.setLong(1, first);
                insert.setInt(2, samples);
                insert.setString(3, String.join("\n", lines.from(first)));
                insert.executeUpdate();
            }
            return true;
        });
        if (now) {
            waiting += samples;
            notifyAll();
        }
        return now ? Added.NOW : Added.BEFORE;
    }

    /** Returns the oldest batches with about {@code samples} samples in total; empty if the spool is empty. */
    synchronized List<Batch> oldest(int samples) {
        return file.run("could not be read", connection -> {
            List<Batch> batches = new ArrayList<>();
            int taken = 0;
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT number, samples, lines FROM batch ORDER BY number")) {
                while (taken < samples && row.next()) {
                    batches.add(new Batch(row.getLong(1), row.getString(3).lines().toList()));
                    taken += row.getInt(2);
                }
            }
            return batches;
        });
    }

    /** Removes all batches up to this one, after the database has stored them. */
    synchronized void remove(Batch last) {
        waiting = file.run("could not delete the sent samples", connection -> {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM batch WHERE number <= ?")) {
                delete.setLong(1, last.number());
                delete.executeUpdate();
            }
            TakenEvents.forget(connection);
            return count(connection);
        });
        notifyAll();
    }

    /** Waits until the spool is not empty, or until the time limit in ms. */
    synchronized void awaitSamples(long millis) throws InterruptedException {
        if (waiting == 0) {
            wait(millis);
        }
    }

    /** Waits until the number of queued samples changes, or until the time limit in ms. */
    synchronized void awaitChange(long millis) throws InterruptedException {
        wait(millis);
    }

    @Override
    public synchronized void close() {
        file.close();
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT coalesce(sum(samples), 0) FROM batch")) {
            return row.getInt(1);
        }
    }

    private static long next(Connection connection, int samples) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("UPDATE next SET number = number + " + samples + " RETURNING number")) {
            return row.getLong(1) - samples;
        }
    }
}
