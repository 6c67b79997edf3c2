package org.caravan.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;
import org.caravan.store.InfluxLine.Series;

/**
 * Reads statistics and samples from InfluxDB, without the samples that are still in the spool. Every method throws {@link
 * SampleStoreFault} while InfluxDB is unavailable.
 */
final class InfluxFigures {

    private static final Comparator<Statistic> ORDER = Comparator.comparing(Statistic::path).thenComparing(Statistic::quantity);

    private final InfluxServer server;
    private final InfluxSummaries summaries;
    private final InfluxSettings settings;
    private final Retention retention;
    private final Clock clock;

    InfluxFigures(InfluxServer server, InfluxSummaries summaries, InfluxSettings settings, Retention retention, Clock clock) {
        this.server = server;
        this.summaries = summaries;
        this.settings = settings;
        this.retention = retention;
        this.clock = clock;
    }

    List<Statistic> statistics(Instant since) {
        return summaries(since).entrySet().stream()
                .map(entry -> entry.getValue().statistic(entry.getKey().path(), entry.getKey().quantity()))
                .filter(statistic -> !statistic.newest().isBefore(since))
                .sorted(ORDER)
                .toList();
    }

    List<Sample> samples(PathId path, Quantity quantity, int limit) {
        String rest = "|> filter(fn: (r) => r._measurement == \"" + InfluxLine.SAMPLE + "\" and "
                + new Series(path, quantity).condition() + ") |> tail(n: " + limit
                + ") |> pivot(rowKey: [\"_time\"], columnKey: [\"_field\"], valueColumn: \"_value\")";
        return server.points(settings.samples(), clock.instant().minus(retention.samples()), end(), rest).stream()
                .map(point -> new Sample(path, quantity, InfluxLine.value(point), InfluxLine.takenAt(point),
                        String.valueOf(point.getValueByKey("probe"))))
                .toList();
    }

    List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since) {
        Window window = Window.drawn(since, clock.instant());
        return summaries.line(window, new Series(path, quantity), window.startOf(since), end().getEpochSecond()).entrySet().stream()
                .map(entry -> new TimelinePoint(Instant.ofEpochSecond(entry.getKey()), window.length(),
                        entry.getValue().statistic(path, quantity)))
                .toList();
    }

    /** Combines windows as the summaries of {@link SqliteSampleStore}: samples to the next minute, minutes to the next hour, then hours. */
    private Map<Series, Summary> summaries(Instant since) {
        Map<Series, Summary> found = new HashMap<>();
        Instant now = clock.instant();
        long hour;
        if (!since.isBefore(now.minus(retention.minutes()))) {
            boolean samplesKept = !since.isBefore(now.minus(retention.samples()));
            long minute = samplesKept ? Window.MINUTE.firstFrom(since) : Window.MINUTE.startOf(since);
            if (samplesKept) {
                addSamples(since, Instant.ofEpochSecond(minute), found);
            }
            hour = Window.HOUR.firstFrom(Instant.ofEpochSecond(minute));
            summaries.add(Window.MINUTE, minute, hour, found);
        } else {
            hour = Window.HOUR.startOf(since);
        }
        summaries.add(Window.HOUR, hour, end().getEpochSecond(), found);
        return found;
    }

    private void addSamples(Instant from, Instant until, Map<Series, Summary> found) {
        // The last three digits of a point's time differ from those of its sample.
        Instant fromMicro = SampleTable.instant(Math.floorDiv(SampleTable.nanos(from), 1000) * 1000);
        server.points(settings.samples(), fromMicro, until, InfluxSummaries.SAMPLES).forEach(point -> {
            Instant at = InfluxLine.takenAt(point);
            if (!at.isBefore(from)) {
                found.merge(Series.of(point), Summary.of(InfluxLine.value(point), at), Summary::merge);
            }
        });
    }

    /** An instant after every sample. Machine clocks differ, so that some samples lie in the future. */
    private Instant end() {
        return clock.instant().plus(Duration.ofDays(366));
    }
}
