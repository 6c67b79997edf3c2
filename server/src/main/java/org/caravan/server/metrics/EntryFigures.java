package org.caravan.server.metrics;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.caravan.api.application.EntryView;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.measure.metric.EntryObservation.Source;
import org.caravan.measure.metric.EntryStore;
import org.caravan.measure.metric.EntrySum;
import org.springframework.stereotype.Component;

/** Figures of users who enter without a router, from what the name server and the hosts of their copies count. */
@Component
class EntryFigures {

    private static final Duration NOW = Duration.ofMinutes(5);

    private final EntryStore store;
    private final Clock clock;

    EntryFigures(EntryStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Reads the store once. Percentiles are of readings, of which an open connection has one every 15 s. Counts since the deployment,
     * rates over the past five minutes.
     *
     * @return by user group and component; empty for a group of which nothing was counted
     */
    BiFunction<String, String, Optional<EntryView>> of(String application, Instant since) {
        Instant begin = clock.instant().minus(NOW).truncatedTo(ChronoUnit.MINUTES);
        Instant recent = begin.isBefore(since) ? since : begin;
        double seconds = Math.max(1, Duration.between(recent, clock.instant()).toMillis() / 1000.0);
        List<EntrySum> all = store.entries(application, since);
        List<EntrySum> newest = store.entries(application, recent);
        return (usersId, component) -> {
            Map<Source, RequestCounts> whole = counts(all, usersId, component);
            Map<Source, RequestCounts> now = counts(newest, usersId, component);
            RequestTimes trips = whole.getOrDefault(Source.ROUND_TRIPS, RequestCounts.NONE).times();
            return whole.isEmpty() ? Optional.empty() : Optional.of(new EntryView(rate(whole, now, Source.QUERIES, seconds),
                    rate(whole, now, Source.CONNECTIONS, seconds),
                    Optional.ofNullable(whole.get(Source.CONNECTIONS)).map(RequestCounts::received),
                    percentile(trips, 0.5), percentile(trips, 0.95)));
        };
    }

    private static Map<Source, RequestCounts> counts(List<EntrySum> sums, String usersId, String component) {
        Map<Source, RequestCounts> bySource = new EnumMap<>(Source.class);
        sums.stream().filter(sum -> sum.usersId().equals(usersId) && sum.component().equals(component))
                .forEach(sum -> bySource.merge(sum.source(), sum.counts(), RequestCounts::plus));
        return bySource;
    }

    /** Absent if the source never counted anything: whether it counts at all is then unknown. */
    private static Optional<Double> rate(Map<Source, RequestCounts> whole, Map<Source, RequestCounts> now, Source source, double seconds) {
        return Optional.ofNullable(whole.get(source))
                .map(any -> now.getOrDefault(source, RequestCounts.NONE).received() / seconds);
    }

    private static Optional<Double> percentile(RequestTimes times, double share) {
        return times.count() == 0 ? Optional.empty() : Optional.of(times.percentileMillis(share));
    }
}
