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
import java.util.Optional;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.LinkMean;
import org.caravan.measure.metric.LinkReading;
import org.caravan.unit.BitRate;

/** Stores bandwidth readings in one SQLite file. An interval counts for the minute and the hour in which it ended. */
public final class SqliteBandwidthStore implements BandwidthStore {

    private static final Duration KEPT = Duration.ofDays(14);

    private final Transaction file;
    private final Clock clock;
    private final Pruning pruning;

    /** @param path created if missing; its folder must exist. Throws {@link SampleStoreFault}. */
    public SqliteBandwidthStore(Path path, Clock clock) {
        this.file = new Transaction(path, SqliteBandwidthStore::create);
        this.clock = clock;
        this.pruning = new Pruning(clock);
    }

    private static void create(Connection connection, Path path) throws SQLException {
        connection.setAutoCommit(false); // tables change as a whole, or not at all
        try (Statement statement = connection.createStatement()) {
            boolean outboundOnly = outboundOnly(statement);
            if (outboundOnly) {
                statement.execute("DROP TABLE newest"); // the next poll fills it
                statement.execute("ALTER TABLE sum RENAME TO outbound");
            }
            // Times are in milliseconds since 1970, rates in bit/s, begins and lengths of windows in seconds, sums in bit.
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS newest (copy TEXT NOT NULL, isp TEXT NOT NULL, host TEXT NOT NULL,
                      application TEXT NOT NULL, capacity INTEGER, min INTEGER NOT NULL, max INTEGER, share REAL NOT NULL,
                      at INTEGER NOT NULL, seconds REAL NOT NULL, granted INTEGER NOT NULL, used INTEGER NOT NULL,
                      refused INTEGER NOT NULL, inbound INTEGER NOT NULL, PRIMARY KEY (copy, isp, inbound)) WITHOUT ROWID""");
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS sum (length INTEGER NOT NULL, application TEXT NOT NULL, begin INTEGER NOT NULL,
                      copy TEXT NOT NULL, isp TEXT NOT NULL, host TEXT NOT NULL, seconds REAL NOT NULL, granted REAL NOT NULL,
                      used REAL NOT NULL, refused REAL NOT NULL, inbound INTEGER NOT NULL,
                      PRIMARY KEY (length, application, begin, copy, isp, inbound)) WITHOUT ROWID""");
            if (outboundOnly) {
                statement.execute("INSERT INTO sum SELECT *, 0 FROM outbound");
                statement.execute("DROP TABLE outbound");
            }
        }
        connection.commit();
    }

    /** Tables of earlier versions have no directions. */
    private static boolean outboundOnly(Statement statement) throws SQLException {
        try (ResultSet columns = statement.executeQuery(
                "SELECT count(*), coalesce(sum(name = 'inbound'), 0) FROM pragma_table_info('sum')")) {
            return columns.next() && columns.getInt(1) > 0 && columns.getInt(2) == 0;
        }
    }

    @Override
    public void take(List<LinkReading> readings) {
        file.run("could not take " + readings.size() + " readings of bandwidth", connection -> {
            for (LinkReading reading : readings) {
                take(connection, reading);
            }
            prune(connection);
            return null;
        });
    }

    private static void take(Connection connection, LinkReading reading) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement("""
                INSERT INTO newest VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (copy, isp, inbound) DO UPDATE SET
                  host = excluded.host, application = excluded.application, capacity = excluded.capacity, min = excluded.min,
                  max = excluded.max, share = excluded.share, at = excluded.at, seconds = excluded.seconds, granted = excluded.granted,
                  used = excluded.used, refused = excluded.refused WHERE excluded.at > newest.at""")) {
            upsert.setString(1, reading.copy());
            upsert.setString(2, reading.ispId());
            upsert.setString(3, reading.hostId());
            upsert.setString(4, reading.application());
            upsert.setObject(5, reading.capacity().map(BitRate::value).orElse(null));
            upsert.setLong(6, reading.min().value());
            upsert.setObject(7, reading.max().map(BitRate::value).orElse(null));
            upsert.setDouble(8, reading.share());
            upsert.setLong(9, reading.at().toEpochMilli());
            upsert.setDouble(10, reading.seconds());
            upsert.setLong(11, reading.granted().value());
            upsert.setLong(12, reading.used().value());
            upsert.setLong(13, reading.refused().value());
            upsert.setBoolean(14, reading.inbound());
            if (upsert.executeUpdate() == 0) {
                return;
            }
        }
        for (Window window : Window.values()) {
            add(connection, window, reading);
        }
    }

    private static void add(Connection connection, Window window, LinkReading reading) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement("""
                INSERT INTO sum VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                  ON CONFLICT (length, application, begin, copy, isp, inbound) DO UPDATE SET
                  host = excluded.host, seconds = seconds + excluded.seconds, granted = granted + excluded.granted,
                  used = used + excluded.used, refused = refused + excluded.refused""")) {
            upsert.setLong(1, window.seconds());
            upsert.setString(2, reading.application());
            upsert.setLong(3, window.startOf(reading.at()));
            upsert.setString(4, reading.copy());
            upsert.setString(5, reading.ispId());
            upsert.setString(6, reading.hostId());
            upsert.setDouble(7, reading.seconds());
            upsert.setDouble(8, reading.granted().value() * reading.seconds());
            upsert.setDouble(9, reading.used().value() * reading.seconds());
            upsert.setDouble(10, reading.refused().value() * reading.seconds());
            upsert.setBoolean(11, reading.inbound());
            upsert.executeUpdate();
        }
    }

    @Override
    public List<LinkReading> newest(Instant since) {
        String select = "SELECT host, application, copy, isp, capacity, min, max, share, at, seconds, granted, used, refused, inbound "
                + "FROM newest WHERE at >= ? ORDER BY host, copy, isp, inbound";
        return file.run("could not be read", connection -> {
            List<LinkReading> found = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setLong(1, since.toEpochMilli());
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        found.add(new LinkReading(row.getString(1), row.getString(2), row.getString(3), row.getString(4), rate(row, 5),
                                new BitRate(row.getLong(6)), rate(row, 7), row.getDouble(8), Instant.ofEpochMilli(row.getLong(9)),
                                row.getDouble(10), new BitRate(row.getLong(11)), new BitRate(row.getLong(12)),
                                new BitRate(row.getLong(13)), row.getBoolean(14) ? Optional.of(true) : Optional.empty()));
                    }
                }
            }
            return found;
        });
    }

    private static Optional<BitRate> rate(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(new BitRate(value));
    }

    @Override
    public List<LinkMean> history(String application, Instant since) {
        Window window = Window.drawn(since, clock.instant());
        String select = "SELECT host, copy, isp, begin, seconds, granted, used, refused, inbound FROM sum "
                + "WHERE length = ? AND application = ? AND begin >= ? ORDER BY begin, copy, isp, inbound";
        return file.run("could not be read", connection -> {
            List<LinkMean> found = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setLong(1, window.seconds());
                statement.setString(2, application);
                statement.setLong(3, window.startOf(since));
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        double seconds = row.getDouble(5);
                        found.add(new LinkMean(row.getString(1), application, row.getString(2), row.getString(3),
                                Instant.ofEpochSecond(row.getLong(4)), seconds, mean(row.getDouble(6), seconds),
                                mean(row.getDouble(7), seconds), mean(row.getDouble(8), seconds), row.getBoolean(9)));
                    }
                }
            }
            return found;
        });
    }

    private static BitRate mean(double bits, double seconds) {
        return new BitRate(Math.round(bits / seconds));
    }

    @Override
    public void close() {
        file.close();
    }

    private void prune(Connection connection) throws SQLException {
        pruning.ifDue(now -> {
            Instant oldest = now.minus(KEPT);
            Pruning.delete(connection, "DELETE FROM sum WHERE begin < ?", oldest.getEpochSecond());
            Pruning.delete(connection, "DELETE FROM newest WHERE at < ?", oldest.toEpochMilli());
        });
    }
}
