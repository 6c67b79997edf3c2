package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RequestSum;
import org.caravan.server.Settings;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Metrics of the requests of models, per application, group of users and request, over the last five minutes. */
@Component
class RequestMeters {

    private static final Duration NOW = Duration.ofMinutes(5);

    private final RequestStore store;
    private final Settings.Metrics settings;
    private final Clock clock;
    private final LabelledGauge rate;
    private final LabelledGauge failed;
    private final LabelledGauge median;
    private final LabelledGauge p95;
    private final LabelledGauge p99;

    RequestMeters(RequestStore store, Settings settings, Clock clock, MeterRegistry registry) {
        this.store = store;
        this.settings = settings.metrics();
        this.clock = clock;
        this.rate = new LabelledGauge(registry, "caravan.request.rate", "per.second", "Answers of a request at a router");
        this.failed = new LabelledGauge(registry, "caravan.request.failed", "ratio", "Share of failed answers of a request at a router");
        this.median = latency(registry, "median", "median");
        this.p95 = latency(registry, "p95", "95th percentile");
        this.p99 = latency(registry, "p99", "99th percentile");
    }

    private static LabelledGauge latency(MeterRegistry registry, String name, String percentile) {
        return new LabelledGauge(registry, "caravan.request.latency." + name, "seconds",
                "Time to the head of the answer of a request at a router, " + percentile);
    }

    @Scheduled(initialDelay = 2_000, fixedDelay = 15_000)
    void renew() {
        if (!settings.used()) {
            return;
        }
        Instant begin = clock.instant().minus(NOW).truncatedTo(ChronoUnit.MINUTES);
        double seconds = Duration.between(begin, clock.instant()).toMillis() / 1000.0;
        List<RequestSum> sums = store.sums(begin).stream().filter(sum -> sum.counts().answered() > 0).toList();
        rate.renew(values(sums, sum -> sum.counts().answered() / seconds));
        failed.renew(values(sums, sum -> (double) sum.counts().failed() / sum.counts().answered()));
        List<RequestSum> timed = sums.stream().filter(sum -> sum.counts().times().count() > 0).toList();
        median.renew(values(timed, sum -> sum.counts().times().percentileMillis(0.5) / 1000));
        p95.renew(values(timed, sum -> sum.counts().times().percentileMillis(0.95) / 1000));
        p99.renew(values(timed, sum -> sum.counts().times().percentileMillis(0.99) / 1000));
    }

    private static Map<Tags, Double> values(List<RequestSum> sums, ToDoubleFunction<RequestSum> value) {
        return sums.stream().collect(Collectors.toMap(sum -> Tags.of("application", sum.application(), "users", sum.usersId(), "request",
                sum.requestId().isEmpty() ? "*" : sum.requestId()), value::applyAsDouble));
    }
}
