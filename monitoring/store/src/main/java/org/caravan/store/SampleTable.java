package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;

/** Table of the individual samples within their retention. */
final class SampleTable {

    private SampleTable() {}

    static void insert(Connection connection, List<Sample> samples, Map<PathId, Long> paths) throws SQLException {
        String insert = "INSERT INTO sample (path, quantity, taken_at, value, probe) VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (Sample sample : samples) {
                statement.setLong(1, paths.get(sample.path()));
                statement.setString(2, sample.quantity().name());
                statement.setLong(3, nanos(sample.takenAt()));
                statement.setDouble(4, sample.value());
                statement.setString(5, sample.probe());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    static List<Sample> newest(Connection connection, long pathNumber, PathId path, Quantity quantity, int limit)
            throws SQLException {
        String select = "SELECT taken_at, value, probe FROM sample WHERE path = ? AND quantity = ?"
                + " ORDER BY taken_at DESC, rowid DESC LIMIT ?";
        List<Sample> samples = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setLong(1, pathNumber);
            statement.setString(2, quantity.name());
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    samples.add(new Sample(path, quantity, row.getDouble(2), instant(row.getLong(1)), row.getString(3)));
                }
            }
        }
        Collections.reverse(samples);
        return samples;
    }

    /** Merges the samples in [{@code from}, {@code until}) into the summaries. */
    static void summarise(Connection connection, Instant from, Instant until, Map<SeriesId, Summary> summaries)
            throws SQLException {
        String select = "SELECT path, quantity, taken_at, value FROM sample WHERE taken_at >= ? AND taken_at < ?";
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setLong(1, nanos(from));
            statement.setLong(2, nanos(until));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    SeriesId series = new SeriesId(row.getLong(1), Quantity.valueOf(row.getString(2)));
                    summaries.merge(series, Summary.of(row.getDouble(4), instant(row.getLong(3))), Summary::merge);
                }
            }
        }
    }

    static void deleteBefore(Connection connection, Instant instant) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM sample WHERE taken_at < ?")) {
            statement.setLong(1, nanos(instant));
            statement.executeUpdate();
        }
    }

    /** Nanoseconds since 1970; sufficient until the year 2262. */
    static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }
}
