package org.caravan.server.adaptation.model;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.application.RequestCounts;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RequestSum;

/**
 * Rates and latencies of the requests of one application that routers recognise, summed over all groups of users. A rate is the number of
 * answers since the value before, divided by that time; percentiles are those of the past one to two minutes. Used by one thread.
 */
final class RequestSeries {

    private static final Duration RECENT = Duration.ofMinutes(1);
    /** Time after which counts are summed from a new begin: the longer ago it is, the more rows are read. */
    private static final Duration SUMMED = Duration.ofHours(1);

    private final RequestStore store;
    private final String application;
    private final Map<String, Rate> rates = new HashMap<>();
    private Instant begin;
    private Instant recent = Instant.EPOCH;
    private Map<String, RequestCounts> totals;
    private Map<String, RequestSum> latest;

    RequestSeries(RequestStore store, String application) {
        this.store = store;
        this.application = application;
    }

    /**
     * @param answered number of answers since the begin of the sums
     * @param failed number of these that failed
     * @param perSecond empty before the second observation
     * @param failedShare share of failed answers, 0 to 1; empty without an answer
     */
    private record Rate(Instant at, long answered, long failed, Optional<Double> perSecond, Optional<Double> failedShare) {}

    /** Begins an evaluation. Counts are read when a value is first asked for. */
    void begin(Instant now) {
        totals = null;
        latest = null;
        recent = now.minus(RECENT);
        if (begin == null) {
            begin = now.truncatedTo(ChronoUnit.MINUTES);
        } else if (Duration.between(begin, now).compareTo(SUMMED) > 0) {
            Instant next = now.truncatedTo(ChronoUnit.MINUTES);
            Map<String, RequestCounts> later = counts(next);
            Map<String, RequestCounts> all = counts(begin);
            // What was counted between the value before and now still counts for the next value.
            rates.replaceAll((id, rate) -> {
                RequestCounts since = later.getOrDefault(id, RequestCounts.NONE);
                RequestCounts ever = all.getOrDefault(id, RequestCounts.NONE);
                return new Rate(rate.at(), rate.answered() - ever.answered() + since.answered(),
                        rate.failed() - ever.failed() + since.failed(), rate.perSecond(), rate.failedShare());
            });
            begin = next;
        }
    }

    /**
     * Answers per second.
     *
     * @param at time of the newest observation of the routers, whether or not it counted a request
     */
    Optional<Double> rate(String requestId, Instant at) {
        return observed(requestId, at).perSecond();
    }

    /** Share of failed answers, 0 to 1; empty without an answer since the value before. @param at as for the rate */
    Optional<Double> failedShare(String requestId, Instant at) {
        return observed(requestId, at).failedShare();
    }

    private Rate observed(String requestId, Instant at) {
        Rate before = rates.get(requestId);
        if (before == null || at.isAfter(before.at())) {
            if (totals == null) {
                totals = counts(begin);
            }
            RequestCounts now = totals.getOrDefault(requestId, RequestCounts.NONE);
            rates.put(requestId, next(before, now, at));
        }
        return rates.get(requestId);
    }

    private static Rate next(Rate before, RequestCounts now, Instant at) {
        if (before == null) {
            return new Rate(at, now.answered(), now.failed(), Optional.empty(), Optional.empty());
        }
        long answered = Math.max(0, now.answered() - before.answered());
        long failed = Math.max(0, now.failed() - before.failed());
        double seconds = Duration.between(before.at(), at).toMillis() / 1000.0;
        return new Rate(at, now.answered(), now.failed(), Optional.of(answered / seconds),
                answered == 0 ? Optional.empty() : Optional.of((double) failed / answered));
    }

    /** A percentile of latencies, in s. */
    record Latency(double seconds, Instant at) {}

    /** @param share of the percentile, 0 to 1. @param least number of answers below which it is unknown */
    Optional<Latency> latency(String requestId, double share, long least) {
        if (latest == null) {
            latest = store.sums(application, recent).stream().collect(Collectors.toMap(RequestSum::requestId, Function.identity(),
                    (one, other) -> new RequestSum(application, "", one.requestId(), one.counts().plus(other.counts()),
                            one.newestAt().isAfter(other.newestAt()) ? one.newestAt() : other.newestAt())));
        }
        return Optional.ofNullable(latest.get(requestId)).filter(sum -> sum.counts().times().count() >= least)
                .map(sum -> new Latency(sum.counts().times().percentileMillis(share) / 1000, sum.newestAt()));
    }

    private Map<String, RequestCounts> counts(Instant since) {
        List<RequestSum> sums = store.sums(application, since);
        return sums.stream().collect(Collectors.toMap(RequestSum::requestId, RequestSum::counts, RequestCounts::plus));
    }
}
