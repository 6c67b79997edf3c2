package org.caravan.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.forecast.Series;
import org.caravan.measure.metric.MinuteCounts;

/** Series of minutes from stored counts. */
final class MinuteSeries {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private MinuteSeries() { }

    /** @param usersId and requestId of the series */
    record Subject(String usersId, String requestId) implements Comparable<Subject> {

        /** Unique key for paging. */
        String text() {
            return usersId + " " + requestId;
        }

        @Override
        public int compareTo(Subject other) {
            return text().compareTo(other.text());
        }
    }

    /**
     * One series of each group of users and recognised request, from its first minute with requests on. The store has no row for a minute
     * without requests: it counts 0.
     *
     * @param now the minute of this time and the one before are left out: routers are not yet asked about the end of them
     */
    static SortedMap<Subject, Series> of(List<MinuteCounts> minutes, Instant now) {
        Instant end = now.truncatedTo(ChronoUnit.MINUTES).minus(MINUTE);
        SortedMap<Subject, TreeMap<Instant, Long>> counts = new TreeMap<>();
        minutes.stream().filter(minute -> !minute.requestId().isEmpty() && begin(minute).isBefore(end))
                .forEach(minute -> counts.computeIfAbsent(new Subject(minute.usersId(), minute.requestId()), unused -> new TreeMap<>())
                        .merge(begin(minute), minute.counts().received(), Long::sum));
        SortedMap<Subject, Series> series = new TreeMap<>();
        counts.forEach((subject, byMinute) -> series.put(subject, series(byMinute, end)));
        return series;
    }

    /**
     * Series of a request over all groups of users, from its first minute with requests on; empty if there is none. A minute is a gap if
     * the requests of one group were counted late: its router was not asked, while those of other groups were.
     */
    static Optional<Series> ofRequest(List<MinuteCounts> minutes, String requestId, Instant now) {
        List<MinuteCounts> ofRequest = minutes.stream().filter(minute -> minute.requestId().equals(requestId)).toList();
        return of(ofRequest, now).values().stream().map(Series::withoutLateSums).reduce(Series::plus);
    }

    private static Instant begin(MinuteCounts minute) {
        return minute.newestAt().truncatedTo(ChronoUnit.MINUTES);
    }

    private static Series series(TreeMap<Instant, Long> counts, Instant end) {
        Instant begin = counts.firstKey();
        double[] values = new double[(int) ChronoUnit.MINUTES.between(begin, end)];
        for (Map.Entry<Instant, Long> minute : counts.entrySet()) {
            values[(int) ChronoUnit.MINUTES.between(begin, minute.getKey())] = minute.getValue();
        }
        return new Series(begin, MINUTE, Arrays.stream(values).boxed().toList());
    }
}
