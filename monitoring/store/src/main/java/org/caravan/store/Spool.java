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
 * Samples on disk on their way to a database that may be away, in the order they came. What is added is on disk when the call returns; it goes
 * when the database has it. A batch read twice is the same text twice, so that writing it again changes nothing.
 */
final class Spool implements AutoCloseable {

    /** Lines of a batch, in InfluxDB's line protocol. */
    record Batch(long number, List<String> lines) {}

    interface Lines {
        /** @param first number of the first sample; numbers rise by one and never repeat */
        List<String> from(long first);
    }

    private final Transaction file;
    private final int capacity;
    private int waiting;

    /** @param capacity samples that may wait, at least 1 */
    Spool(Path path, int capacity) {
        this.file = new Transaction(path, Spool::create);
        this.capacity = capacity;
        this.waiting = file.run("could not be read", Spool::count);
    }

    private static void create(Connection connection, Path file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS batch (number INTEGER PRIMARY KEY, samples INTEGER NOT NULL, lines TEXT NOT NULL)");
            statement.execute("CREATE TABLE IF NOT EXISTS next (number INTEGER NOT NULL)");
            statement.execute(TakenEvents.TABLE);
            statement.execute("INSERT INTO next SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM next)");
        }
    }

    /** Samples that wait. */
    synchronized int waiting() {
        return waiting;
    }

    /** What came of adding. */
    enum Added {
        NOW,
        BEFORE,
        NO_ROOM
    }

    /**
     * An empty spool takes any number.
     *
     * @param eventId whose samples are added once; empty for samples of no event
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

    /** The oldest batches, of about {@code samples} samples together; empty when nothing waits. */
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

    /** The database has all batches up to this one. */
    synchronized void remove(Batch last) {
        waiting = file.run("could not give up what was sent", connection -> {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM batch WHERE number <= ?")) {
                delete.setLong(1, last.number());
                delete.executeUpdate();
            }
            TakenEvents.forget(connection);
            return count(connection);
        });
        notifyAll();
    }

    /** Returns when a sample waits, or after so long. */
    synchronized void awaitSamples(long millis) throws InterruptedException {
        if (waiting == 0) {
            wait(millis);
        }
    }

    /** Returns when the number of waiting samples has changed, or after so long. */
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
