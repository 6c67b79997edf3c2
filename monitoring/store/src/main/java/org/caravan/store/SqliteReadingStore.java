package org.caravan.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;

/** Stores readings in one SQLite file: one row per minute, host, copy and metric, for two weeks. */
public final class SqliteReadingStore implements ReadingStore {

    private static final Duration KEPT = Duration.ofDays(14);

    private final Transaction file;
    private final Pruning pruning;

    /** @param path created if missing; its folder must exist. Throws {@link SampleStoreFault}. */
    public SqliteReadingStore(Path path, Clock clock) {
        this.file = new Transaction(path, SqliteReadingStore::create);
        this.pruning = new Pruning(clock);
    }

    private static void create(Connection connection, Path path) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(TakenEvents.TABLE);
            // Times are in milliseconds since 1970, minutes in seconds.
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS reading (minute INTEGER NOT NULL, host TEXT NOT NULL, copy TEXT NOT NULL, metric TEXT NOT "
                    + "NULL,"
                    + " count INTEGER NOT NULL, sum REAL NOT NULL, least REAL NOT NULL, greatest REAL NOT NULL, newest REAL NOT NULL, at "
                            + "INTEGER NOT NULL,"
                    + " PRIMARY KEY (minute, host, copy, metric)) WITHOUT ROWID");
        }
    }

    @Override
    public boolean appendOnce(String eventId, List<Reading> readings) {
        return file.run("could not take " + readings.size() + " readings", connection -> {
            if (!TakenEvents.note(connection, eventId)) {
                return false;
            }
            add(connection, readings);
            prune(connection);
            return true;
        });
    }

    @Override
    public List<Reading> newest(Instant since) {
        String select = "SELECT host, copy, metric, newest, max(at) FROM reading WHERE minute >= ? AND at >= ? GROUP BY host, copy, metric";
        return file.run("could not be read", connection -> {
            List<Reading> newest = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setLong(1, Window.MINUTE.startOf(since));
                statement.setLong(2, since.toEpochMilli());
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        newest.add(new Reading(row.getString(1), row.getString(2), Metric.valueOf(row.getString(3)), row.getDouble(4),
                                Instant.ofEpochMilli(row.getLong(5))));
                    }
                }
            }
            return List.copyOf(newest);
        });
    }

    @Override
    public List<Reading> history(String copies, Set<Metric> metrics, Instant since, Instant until) {
        // Labels of copies are compared by their start; the copy of a whole host is empty.
        String select = "SELECT host, copy, metric, newest, at FROM reading WHERE minute >= ?1 AND minute < ?2 AND "
                + (copies.isEmpty() ? "copy = ?3" : "substr(copy, 1, length(?3)) = ?3") + " ORDER BY minute, host, copy, metric";
        return file.run("could not be read", connection -> {
            List<Reading> history = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setLong(1, Window.MINUTE.startOf(since));
                statement.setLong(2, Window.MINUTE.startOf(until));
                statement.setString(3, copies);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        Metric metric = Metric.valueOf(row.getString(3));
                        if (metrics.contains(metric)) {
                            history.add(new Reading(row.getString(1), row.getString(2), metric, row.getDouble(4),
                                    Instant.ofEpochMilli(row.getLong(5))));
                        }
                    }
                }
            }
            return List.copyOf(history);
        });
    }

    @Override
    public void close() {
        file.close();
    }

    /** A late reading updates its minute, but not the newest value. */
    private static void add(Connection connection, List<Reading> readings) throws SQLException {
        String upsert =
                "INSERT INTO reading VALUES (?, ?, ?, ?, 1, ?5, ?5, ?5, ?5, ?6) ON CONFLICT DO UPDATE SET count = count + 1, sum = sum + "
                + "excluded.sum,"
                + " least = min(least, excluded.least), greatest = max(greatest, excluded.greatest),"
                + " newest = iif(excluded.at >= at, excluded.newest, newest), at = max(at, excluded.at)";
        try (PreparedStatement statement = connection.prepareStatement(upsert)) {
            for (Reading reading : readings) {
                statement.setLong(1, Window.MINUTE.startOf(reading.at()));
                statement.setString(2, reading.hostId());
                statement.setString(3, reading.copy());
                statement.setString(4, reading.metric().name());
                statement.setDouble(5, reading.value());
                statement.setLong(6, reading.at().toEpochMilli());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private void prune(Connection connection) throws SQLException {
        pruning.ifDue(now -> {
            Pruning.delete(connection, "DELETE FROM reading WHERE minute < ?", now.minus(KEPT).getEpochSecond());
            TakenEvents.forget(connection);
        });
    }
}
