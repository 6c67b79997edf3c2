package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.Moments;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;

/** Table of summaries per window, path and quantity. */
final class SummaryTable {

    private static final String COLUMNS = "count, mean, squares, least, greatest, newest, histogram";

    private SummaryTable() {}

    private record Key(Window window, long start, SeriesId series) {}

    /** Merges samples into their windows. */
    static void add(Connection connection, List<Sample> samples, Map<PathId, Long> paths) throws SQLException {
        Map<Key, Summary> added = new HashMap<>();
        for (Sample sample : samples) {
            SeriesId series = new SeriesId(paths.get(sample.path()), sample.quantity());
            Summary summary = Summary.of(sample.value(), sample.takenAt());
            for (Window window : Window.values()) {
                added.merge(new Key(window, window.startOf(sample.takenAt()), series), summary, Summary::merge);
            }
        }
        String select = "SELECT " + COLUMNS + " FROM summary WHERE window = ? AND start = ? AND path = ? AND quantity = ?";
        String replace = "INSERT OR REPLACE INTO summary (window, start, path, quantity, " + COLUMNS
                + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement read = connection.prepareStatement(select);
                PreparedStatement write = connection.prepareStatement(replace)) {
            for (Map.Entry<Key, Summary> entry : added.entrySet()) {
                write(write, entry.getKey(), merged(read, entry.getKey(), entry.getValue()));
            }
            write.executeBatch();
        }
    }

    /** Merges the windows that start in [{@code from}, {@code until}), in seconds since 1970, into the summaries. */
    static void collect(Connection connection, Window window, long from, long until, Map<SeriesId, Summary> summaries)
            throws SQLException {
        String select = "SELECT " + COLUMNS + ", path, quantity FROM summary WHERE window = ? AND start >= ? AND start < ?";
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setString(1, window.name());
            statement.setLong(2, from);
            statement.setLong(3, until);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    SeriesId series = new SeriesId(row.getLong(8), Quantity.valueOf(row.getString(9)));
                    summaries.merge(series, read(row), Summary::merge);
                }
            }
        }
    }

    /** Returns the windows of one series that start at {@code from} or later, by their start in seconds since 1970. */
    static SortedMap<Long, Summary> line(Connection connection, Window window, SeriesId series, long from) throws SQLException {
        String select = "SELECT " + COLUMNS + ", start FROM summary WHERE window = ? AND start >= ? AND path = ? AND quantity = ?";
        SortedMap<Long, Summary> line = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            bind(statement, new Key(window, from, series));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    line.put(row.getLong(8), read(row));
                }
            }
        }
        return line;
    }

    static void deleteBefore(Connection connection, Window window, long start) throws SQLException {
        String delete = "DELETE FROM summary WHERE window = ? AND start < ?";
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            statement.setString(1, window.name());
            statement.setLong(2, start);
            statement.executeUpdate();
        }
    }

    private static Summary merged(PreparedStatement read, Key key, Summary added) throws SQLException {
        bind(read, key);
        try (ResultSet row = read.executeQuery()) {
            return row.next() ? read(row).merge(added) : added;
        }
    }

    private static void bind(PreparedStatement statement, Key key) throws SQLException {
        statement.setString(1, key.window().name());
        statement.setLong(2, key.start());
        statement.setLong(3, key.series().path());
        statement.setString(4, key.series().quantity().name());
    }

    private static void write(PreparedStatement statement, Key key, Summary summary) throws SQLException {
        bind(statement, key);
        statement.setLong(5, summary.moments().count());
        statement.setDouble(6, summary.moments().mean());
        statement.setDouble(7, summary.moments().squares());
        statement.setDouble(8, summary.least());
        statement.setDouble(9, summary.greatest());
        statement.setLong(10, SampleTable.nanos(summary.newest()));
        statement.setBytes(11, summary.histogram().toBytes());
        statement.addBatch();
    }

    private static Summary read(ResultSet row) throws SQLException {
        return new Summary(
                new Moments(row.getLong(1), row.getDouble(2), row.getDouble(3)),
                row.getDouble(4),
                row.getDouble(5),
                SampleTable.instant(row.getLong(6)),
                Histogram.ofBytes(row.getBytes(7)));
    }
}
