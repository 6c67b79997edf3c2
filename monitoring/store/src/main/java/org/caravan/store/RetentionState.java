package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** Reads and advances the times since which samples and minute summaries are complete in this file. */
final class RetentionState {

    private static final String SAMPLES = "samples";
    private static final String MINUTES = "minutes";

    private RetentionState() {}

    static Instant samplesSince(Connection connection) throws SQLException {
        return since(connection, SAMPLES);
    }

    static Instant minutesSince(Connection connection) throws SQLException {
        return since(connection, MINUTES);
    }

    /** Deletes data older than the retention, and records the new limits. */
    static void prune(Connection connection, Retention retention, Instant now) throws SQLException {
        Instant samples = now.minus(retention.samples());
        SampleTable.deleteBefore(connection, samples);
        note(connection, SAMPLES, samples);
        Instant minutes = Instant.ofEpochSecond(Window.MINUTE.startOf(now.minus(retention.minutes())));
        SummaryTable.deleteBefore(connection, Window.MINUTE, minutes.getEpochSecond());
        note(connection, MINUTES, minutes);
    }

    private static Instant since(Connection connection, String what) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT since FROM kept WHERE what = ?")) {
            statement.setString(1, what);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? SampleTable.instant(row.getLong(1)) : Instant.EPOCH;
            }
        }
    }

    /** The limit never moves back, because a clock that is set back does not restore deleted samples. */
    private static void note(Connection connection, String what, Instant since) throws SQLException {
        String upsert = "INSERT INTO kept (what, since) VALUES (?, ?)"
                + " ON CONFLICT (what) DO UPDATE SET since = max(since, excluded.since)";
        try (PreparedStatement statement = connection.prepareStatement(upsert)) {
            statement.setString(1, what);
            statement.setLong(2, SampleTable.nanos(since));
            statement.executeUpdate();
        }
    }
}
