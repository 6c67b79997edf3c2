package org.caravan.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;

/**
 * Stores samples in one SQLite file. Each append is one durable transaction: neither a killed process nor a power failure loses an
 * acknowledged sample. Reads run concurrently with an append (write-ahead log).
 *
 * <p>Mean, confidence interval, count and newest time of a statistic are exact. Median and 95th percentile are at most 1 % away from
 * the sample of that rank. A window that begins before the retained samples is rounded down to the minute, and before the retained
 * minutes to the hour; see {@link Retention}.
 */
public final class SqliteSampleStore implements SampleStore {

    private static final Comparator<Statistic> ORDER =
            Comparator.comparing(Statistic::path).thenComparing(Statistic::quantity);

    private final Transaction writing;
    private final Transaction reading;
    private final Retention retention;
    private final Clock clock;
    private final Pruning pruning;

    /** @param file created if missing; its folder must exist. Throws {@link SampleStoreFault}. */
    public SqliteSampleStore(Path file, Retention retention, Clock clock) {
        this.retention = retention;
        this.clock = clock;
        this.pruning = new Pruning(clock);
        this.writing = new Transaction(file);
        this.reading = new Transaction(file);
    }

    @Override
    public void append(List<Sample> samples) {
        if (!samples.isEmpty()) {
            writing.run("could not take " + samples.size() + " samples", connection -> {
                take(connection, samples);
                return null;
            });
        }
    }

    @Override
    public boolean appendOnce(String eventId, List<Sample> samples) {
        return writing.run("could not take " + samples.size() + " samples", connection -> {
            if (!TakenEvents.note(connection, eventId)) {
                return false;
            }
            take(connection, samples);
            return true;
        });
    }

    @Override
    public List<Statistic> statistics(Instant since) {
        Instant from = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
        return reading.run("could not be read", connection -> {
            Map<Long, PathId> paths = PathTable.all(connection);
            List<Statistic> statistics = new ArrayList<>();
            WindowedSummaries.since(connection, from)
                    .forEach((series, summary) -> statistics.add(summary.statistic(paths.get(series.path()), series.quantity())));
            statistics.removeIf(statistic -> statistic.newest().isBefore(from));
            statistics.sort(ORDER);
            return List.copyOf(statistics);
        });
    }

    @Override
    public List<Sample> samples(PathId path, Quantity quantity, int limit) {
        return reading.run("could not be read", connection -> {
            OptionalLong number = PathTable.number(connection, path);
            return number.isEmpty() || limit <= 0
                    ? List.of()
                    : SampleTable.newest(connection, number.getAsLong(), path, quantity, limit);
        });
    }

    @Override
    public List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since) {
        Window window = Window.drawn(since, clock.instant());
        return reading.run("could not be read", connection -> {
            OptionalLong number = PathTable.number(connection, path);
            if (number.isEmpty()) {
                return List.of();
            }
            SeriesId series = new SeriesId(number.getAsLong(), quantity);
            return SummaryTable.line(connection, window, series, window.startOf(since)).entrySet().stream()
                    .map(entry -> new TimelinePoint(Instant.ofEpochSecond(entry.getKey()), window.length(),
                            entry.getValue().statistic(path, quantity)))
                    .toList();
        });
    }

    @Override
    public void close() {
        reading.close();
        writing.close();
    }

    private void take(Connection connection, List<Sample> samples) throws SQLException {
        Map<PathId, Long> paths = pathNumbers(connection, samples);
        SampleTable.insert(connection, samples, paths);
        SummaryTable.add(connection, samples, paths);
        prune(connection);
    }

    private static Map<PathId, Long> pathNumbers(Connection connection, List<Sample> samples) throws SQLException {
        Map<PathId, Long> numbers = new HashMap<>();
        for (Sample sample : samples) {
            if (!numbers.containsKey(sample.path())) {
                numbers.put(sample.path(), PathTable.numberOrNew(connection, sample.path()));
            }
        }
        return numbers;
    }

    /** Runs in the transaction of an append, so that a reader never sees samples deleted without the recorded limit. */
    private void prune(Connection connection) throws SQLException {
        pruning.ifDue(now -> {
            RetentionState.prune(connection, retention, now);
            TakenEvents.forget(connection);
        });
    }

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
    private static final class WindowedSummaries {

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

    /** Reads and advances the times since which samples and minute summaries are complete in this file. */
    static final class RetentionState {

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
}
