package org.caravan.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.store.InfluxLine.Series;

/**
 * Maintains the summaries per minute and hour in InfluxDB. Summaries are recomputed, never incremented: minutes from their samples,
 * hours from their minutes. Recomputation is idempotent, so that a crash between two writes does no harm.
 */
final class InfluxSummaries {

    /** Flux query for samples: their value and the last digits of their time. */
    static final String SAMPLES = "|> filter(fn: (r) => r._measurement == \"" + InfluxLine.SAMPLE + "\" and r._field != \"probe\")"
            + " |> pivot(rowKey: [\"_time\"], columnKey: [\"_field\"], valueColumn: \"_value\")";

    private static final String STATES = "|> filter(fn: (r) => r._measurement == \"" + InfluxLine.SUMMARY + "\" and r._field == \""
            + InfluxLine.STATE + "\")";

    /** Windows that are further apart than this number of window lengths are read with separate queries. */
    private static final int GAP = 30;

    private final InfluxServer server;
    private final InfluxSettings settings;

    InfluxSummaries(InfluxServer server, InfluxSettings settings) {
        this.server = server;
        this.settings = settings;
    }

    private record Key(Series series, long start) {}

    /** Recomputes the summaries of the given times; call it after InfluxDB has stored the samples. */
    void refresh(Collection<Instant> takenAt) {
        SortedSet<Long> minutes = new TreeSet<>();
        SortedSet<Long> hours = new TreeSet<>();
        for (Instant instant : takenAt) {
            minutes.add(Window.MINUTE.startOf(instant));
            hours.add(Window.HOUR.startOf(instant));
        }
        for (long[] run : runs(minutes, Window.MINUTE)) {
            Map<Key, Summary> made = new HashMap<>();
            server.points(settings.samples(), Instant.ofEpochSecond(run[0]), Instant.ofEpochSecond(run[1]), SAMPLES).forEach(point -> {
                Instant at = InfluxLine.takenAt(point);
                Key key = new Key(Series.of(point), Window.MINUTE.startOf(at));
                made.merge(key, Summary.of(InfluxLine.value(point), at), Summary::merge);
            });
            write(Window.MINUTE, made, minutes);
        }
        for (long[] run : runs(hours, Window.HOUR)) {
            Map<Key, Summary> made = new HashMap<>();
            collect(Window.MINUTE, run[0], run[1]).forEach((key, summary) ->
                    made.merge(new Key(key.series(), Window.HOUR.startOf(key.start())), summary, Summary::merge));
            write(Window.HOUR, made, hours);
        }
    }

    /** Merges the windows that start in [{@code from}, {@code until}), in seconds since 1970, into the summaries. */
    void add(Window window, long from, long until, Map<Series, Summary> summaries) {
        collect(window, from, until).forEach((key, summary) -> summaries.merge(key.series(), summary, Summary::merge));
    }

    /** Returns the windows of one series by their start, in seconds since 1970. */
    SortedMap<Long, Summary> line(Window window, Series series, long from, long until) {
        SortedMap<Long, Summary> line = new TreeMap<>();
        collect(window, from, until, STATES + " |> filter(fn: (r) => " + series.condition() + ")")
                .forEach((key, summary) -> line.put(key.start(), summary));
        return line;
    }

    private Map<Key, Summary> collect(Window window, long from, long until) {
        return collect(window, from, until, STATES);
    }

    private Map<Key, Summary> collect(Window window, long from, long until, String states) {
        Map<Key, Summary> found = new HashMap<>();
        server.points(settings.summaries(window), Instant.ofEpochSecond(from), Instant.ofEpochSecond(until), states).forEach(point ->
                found.put(new Key(Series.of(point), point.getTime().getEpochSecond()),
                        InfluxLine.summary(String.valueOf(point.getValue()))));
        return found;
    }

    private void write(Window window, Map<Key, Summary> made, SortedSet<Long> wanted) {
        List<String> lines = new ArrayList<>();
        made.forEach((key, summary) -> {
            if (wanted.contains(key.start())) {
                lines.add(InfluxLine.of(key.series(), key.start(), summary));
            }
        });
        server.write(settings.summaries(window), lines);
    }

    /** Start and end of runs of windows that are close together, in seconds since 1970. */
    private static List<long[]> runs(SortedSet<Long> starts, Window window) {
        List<long[]> runs = new ArrayList<>();
        for (long start : starts) {
            long[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && start - last[1] <= GAP * window.seconds()) {
                last[1] = start + window.seconds();
            } else {
                runs.add(new long[] {start, start + window.seconds()});
            }
        }
        return runs;
    }
}
