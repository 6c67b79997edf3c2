package org.caravan.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads summaries of all samples since an instant from as few rows as possible:
 *
 * <pre>
 *   since      next minute          next hour
 *     |--samples--|------minutes--------|-------hours------▶
 * </pre>
 *
 * If the samples were deleted, the summary starts with the minute of the instant; if the minutes were deleted, with its hour.
 */
final class WindowedSummaries {

    private WindowedSummaries() {}

    static Map<SeriesId, Summary> since(Connection connection, Instant since) throws SQLException {
        Map<SeriesId, Summary> summaries = new HashMap<>();
        if (since.compareTo(RetentionState.samplesSince(connection)) >= 0) {
            long minute = Window.MINUTE.firstFrom(since);
            SampleTable.summarise(connection, since, Instant.ofEpochSecond(minute), summaries);
            fromMinute(connection, minute, summaries);
        } else if (Window.MINUTE.startOf(since) >= RetentionState.minutesSince(connection).getEpochSecond()) {
            fromMinute(connection, Window.MINUTE.startOf(since), summaries);
        } else {
            fromHour(connection, Window.HOUR.startOf(since), summaries);
        }
        return summaries;
    }

    private static void fromMinute(Connection connection, long minute, Map<SeriesId, Summary> summaries) throws SQLException {
        long hour = Window.HOUR.firstFrom(Instant.ofEpochSecond(minute));
        SummaryTable.collect(connection, Window.MINUTE, minute, hour, summaries);
        fromHour(connection, hour, summaries);
    }

    private static void fromHour(Connection connection, long hour, Map<SeriesId, Summary> summaries) throws SQLException {
        SummaryTable.collect(connection, Window.HOUR, hour, Long.MAX_VALUE, summaries);
    }
}
