package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adaptation.Sensor;
import org.caravan.adapter.CopyId;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Request;
import org.caravan.application.RequestCounts;
import org.caravan.application.Slo;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RequestSum;
import org.caravan.rules.model.RuleProgram;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.rehearsal.Observed.OfComponent;
import org.caravan.server.rehearsal.Observed.Sent;

/**
 * What the stores have of a period: the newest value of each minute, counts of requests per minute, and hosts that did not answer. Read day
 * by day, so that measuring waits only a moment.
 */
final class RecordedPast {

    private static final Duration PART = Duration.ofDays(1);
    private static final int MINUTE_SECONDS = 60;
    private static final double MILLIS = 1_000;
    private static final double MEDIAN = 0.5;
    private static final double PERCENT = 100;
    /** As for promises of the server: the p95 of fewer answers is the slowest one. */
    private static final long LEAST_ANSWERS = 20;

    private final ApplicationModel model;
    private final Instant from;
    private final Instant until;
    private final Map<OfComponent, TreeMap<Instant, Double>> components = new HashMap<>();
    private final Map<String, TreeMap<Instant, Double>> series = new HashMap<>();
    private final Map<Sent, TreeMap<Instant, Double>> rates = new HashMap<>();

    private RecordedPast(ApplicationModel model, Instant from, Instant until) {
        this.model = model;
        this.from = from;
        this.until = until;
    }

    /** @param decisions of the server in the period, which say when hosts were silent */
    static Observed of(ApplicationModel model, Instant from, Instant until, ReadingStore readings, RequestStore requests,
            List<DecisionView> decisions) {
        RecordedPast past = new RecordedPast(model, from, until);
        past.readings(readings);
        past.requests(requests);
        return new Observed(closed(past.components, Double.NaN), closed(past.series, Double.NaN), closed(past.rates, 0),
                past.hosts(readings, decisions), new TreeMap<>(), false);
    }

    /** Each value holds for a minute. @param gap value of minutes without one */
    private static <K> Map<K, Steps> closed(Map<K, TreeMap<Instant, Double>> values, double gap) {
        return values.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> {
            TreeMap<Instant, Double> all = new TreeMap<>(entry.getValue());
            entry.getValue().keySet().forEach(minute -> all.putIfAbsent(minute.plus(Observed.MINUTE), gap));
            return new Steps(all);
        }));
    }

    private void readings(ReadingStore store) {
        Set<OfComponent> needed = model.supplement().adaptation().metrics().stream()
                .filter(metric -> !metric.external() && metric.subject().isPresent())
                .flatMap(metric -> metric.sensor().flatMap(Sensor::named).filter(sensor -> !sensor.ofRequests())
                        .map(sensor -> new OfComponent(metric.subject().get(), Metric.valueOf(sensor.name()))).stream())
                .collect(Collectors.toSet());
        if (needed.isEmpty()) {
            return;
        }
        Set<Metric> metrics = needed.stream().map(OfComponent::metric).collect(Collectors.toSet());
        for (Instant day = from; day.isBefore(until); day = day.plus(PART)) {
            Instant end = earlier(day.plus(PART), until);
            Map<OfComponent, Map<Instant, List<Double>>> found = new HashMap<>();
            for (Reading reading : store.history(model.name() + ".", metrics, day, end)) {
                OfComponent of = new OfComponent(CopyId.parse(reading.copy()).instance().componentId(), reading.metric());
                if (needed.contains(of)) {
                    found.computeIfAbsent(of, unknown -> new HashMap<>()).computeIfAbsent(reading.at().truncatedTo(ChronoUnit.MINUTES),
                            unknown -> new ArrayList<>()).add(reading.value());
                }
            }
            found.forEach((of, minutes) -> minutes.forEach((minute, values) -> components
                    .computeIfAbsent(of, unknown -> new TreeMap<>()).put(minute, together(of, values))));
        }
    }

    private static double together(OfComponent of, List<Double> values) {
        double sum = values.stream().mapToDouble(Double::doubleValue).sum();
        return of.shared() ? sum : sum / values.size();
    }

    private void requests(RequestStore store) {
        Set<String> recognised = model.requests().stream().filter(request -> !request.patterns().isEmpty()).map(Request::id)
                .collect(Collectors.toSet());
        model.slos().stream().filter(slo -> recognised.contains(slo.requestId()))
                .forEach(slo -> series.put(RuleProgram.sloSeries(slo.id()), new TreeMap<>()));
        Map<String, RequestCounts> before = Map.of();
        Instant beforeAt = Instant.EPOCH;
        for (Instant day = from; day.isBefore(until); day = day.plus(PART)) {
            TreeMap<Instant, Map<String, RequestCounts>> minutes = new TreeMap<>();
            for (RequestSum sum : store.history(model.name(), day, earlier(day.plus(PART), until))) {
                if (recognised.contains(sum.requestId())) {
                    Instant minute = sum.newestAt().truncatedTo(ChronoUnit.MINUTES);
                    rates.computeIfAbsent(new Sent(sum.usersId(), sum.requestId()), unknown -> new TreeMap<>())
                            .put(minute, sum.counts().received() / (double) MINUTE_SECONDS);
                    minutes.computeIfAbsent(minute, unknown -> new HashMap<>()).merge(sum.requestId(), sum.counts(), RequestCounts::plus);
                }
            }
            for (Map.Entry<Instant, Map<String, RequestCounts>> minute : minutes.entrySet()) {
                Map<String, RequestCounts> recent = beforeAt.equals(minute.getKey().minus(Observed.MINUTE)) ? before : Map.of();
                minute.getValue().forEach((id, counts) -> requests(minute.getKey(), id, counts, recent.getOrDefault(id,
                        RequestCounts.NONE).plus(counts)));
                before = minute.getValue();
                beforeAt = minute.getKey();
            }
        }
    }

    /** @param recent counts of this minute and the one before */
    private void requests(Instant minute, String requestId, RequestCounts counts, RequestCounts recent) {
        model.supplement().adaptation().metrics().stream().filter(metric -> metric.subject().equals(Optional.of(requestId)))
                .forEach(metric -> metric.sensor().flatMap(Sensor::named).flatMap(sensor -> value(sensor, counts, recent))
                        .ifPresent(value -> put(metric.id(), minute, value)));
        for (Slo slo : model.slos()) {
            if (slo.requestId().equals(requestId) && recent.times().count() >= LEAST_ANSWERS) {
                put(RuleProgram.sloSeries(slo.id()), minute, recent.times().percentileMillis(slo.percentile() / PERCENT) / MILLIS);
            }
        }
    }

    private static Optional<Double> value(Sensor sensor, RequestCounts counts, RequestCounts recent) {
        return switch (sensor) {
            case RATE -> Optional.of(counts.answered() / (double) MINUTE_SECONDS);
            case ERRORS -> counts.answered() == 0 ? Optional.empty() : Optional.of(counts.failed() / (double) counts.answered());
            case LATENCY -> recent.times().count() == 0 ? Optional.empty()
                    : Optional.of(recent.times().percentileMillis(MEDIAN) / MILLIS);
            default -> Optional.empty();
        };
    }

    private void put(String id, Instant minute, double value) {
        series.computeIfAbsent(id, unknown -> new TreeMap<>()).put(minute, value);
    }

    /** A host is silent since the time of the decision about its loss until it was read again. */
    private TreeMap<String, Steps> hosts(ReadingStore store, List<DecisionView> decisions) {
        Map<String, TreeMap<Instant, Double>> found = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (DecisionView decision : decisions.stream().sorted(Comparator.comparing(DecisionView::at)).toList()) {
            if (!decision.rule().equals(BuiltInRule.HOST_LOST.word())) {
                continue;
            }
            double silence = decision.figures().stream().filter(figure -> figure.name().equals("silence")).findFirst()
                    .map(figure -> figure.value()).orElse(0.0);
            Instant since = decision.at().minusMillis(Math.round(silence * MILLIS));
            String first = decision.cause().split(" do(es)? not answer", 2)[0];
            for (String hostId : first.split(", ")) {
                Instant back = back(store, hostId, decision.at());
                if (seen.add(hostId + " " + back)) {
                    TreeMap<Instant, Double> steps = found.computeIfAbsent(hostId, unknown -> new TreeMap<>());
                    steps.put(since, 0.0);
                    steps.put(back, 1.0);
                }
            }
        }
        TreeMap<String, Steps> hosts = new TreeMap<>();
        found.forEach((host, steps) -> hosts.put(host, new Steps(steps)));
        return hosts;
    }

    /** Time of the first reading of the host since then; the end of the period if there is none. */
    private Instant back(ReadingStore store, String hostId, Instant since) {
        for (Instant day = since; day.isBefore(until); day = day.plus(PART)) {
            Optional<Instant> read = store.history("", Set.of(Metric.CPU), day, earlier(day.plus(PART),
                    until).plus(Observed.MINUTE)).stream()
                    .filter(reading -> reading.hostId().equals(hostId)).map(Reading::at).filter(since::isBefore).findFirst();
            if (read.isPresent()) {
                return read.get();
            }
        }
        return until;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
