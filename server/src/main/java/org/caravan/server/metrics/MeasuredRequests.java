package org.caravan.server.metrics;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.caravan.adapter.CopySpec;
import org.caravan.api.application.EntryView;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.PredictionView.Trend;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.caravan.application.Readiness;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.application.RoutedRequests;
import org.caravan.execution.journal.RunStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RequestSum;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.routing.LookUps;
import org.caravan.server.Settings;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.PredictedLatency;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/** Compares the latencies that the target plan of an application predicts with what its routers measure. */
@Component
class MeasuredRequests {

    private static final Duration NOW = Duration.ofMinutes(5);
    private static final double MEDIAN = 0.5;
    private static final double P95 = 0.95;
    private static final double P99 = 0.99;
    /** Recent answers below which a trend would be chance. */
    private static final long LEAST_RECENT = 20;
    /** Factor between the recent median and that since the deployment from which there is a trend. */
    private static final double CHANGED = 1.2;

    private final RequestStore store;
    private final Targets targets;
    private final Plans plans;
    private final RunStore runs;
    private final LookUps lookUps;
    private final EntryFigures entries;
    private final Settings.Metrics settings;
    private final Clock clock;

    MeasuredRequests(RequestStore store, Targets targets, Plans plans, RunStore runs, LookUps lookUps, EntryFigures entries,
            Settings settings, Clock clock) {
        this.entries = entries;
        this.lookUps = lookUps;
        this.store = store;
        this.targets = targets;
        this.plans = plans;
        this.runs = runs;
        this.settings = settings.metrics();
        this.clock = clock;
    }

    /** Sorted by users and request; empty if nothing is deployed. */
    List<RequestView> of(String application) {
        return predictions(application).stream().map(PredictionView::request).toList();
    }

    /** Like {@link #of}, with the parts of each prediction and the trend of each measurement. */
    List<PredictionView> predictions(String application) {
        Optional<DeploymentPlan> target = targets.target(application).filter(plan -> !plan.instances().isEmpty());
        if (target.isEmpty()) {
            return List.of();
        }
        Instant since = runs.latestRun(application).map(run -> run.endedAt().orElse(run.startedAt())).orElse(clock.instant())
                .truncatedTo(ChronoUnit.MINUTES);
        List<RequestSum> all = store.sums(application, since);
        Instant begin = clock.instant().minus(NOW).truncatedTo(ChronoUnit.MINUTES);
        Instant recent = begin.isBefore(since) ? since : begin;
        List<RequestSum> newest = store.sums(application, recent);
        double seconds = Math.max(1, Duration.between(recent, clock.instant()).toMillis() / 1000.0);
        BiFunction<String, String, Optional<EntryView>> entered = entries.of(application, since);
        return plans.predicted(application, target.get().digest()).stream()
                .map(latency -> prediction(latency, target.get(), since, counts(all, latency), counts(newest, latency), seconds,
                        entered.apply(latency.usersId(), latency.entryId())))
                .sorted(Comparator.comparing((PredictionView one) -> one.request().usersId())
                        .thenComparing(one -> one.request().requestId())).toList();
    }

    private PredictionView prediction(PredictedLatency predicted, DeploymentPlan plan, Instant since, RequestCounts all,
            RequestCounts newest, double seconds, Optional<EntryView> entered) {
        PredictedLatency.Parts parts = predicted.parts();
        Instant now = clock.instant();
        boolean settled = Duration.between(since, now).compareTo(NOW.multipliedBy(2)) >= 0 && newest.times().count() >= LEAST_RECENT;
        Optional<Double> recent = time(newest.times(), MEDIAN, predicted);
        Optional<Double> whole = time(all.times(), MEDIAN, predicted);
        return new PredictionView(plan.digest(), true, now,
                new PredictionView.PartsView(parts.roundTrips(), parts.transfer(), parts.declared(), parts.declaredP95(), parts.service(),
                        parts.serviceP95(), parts.queueing()),
                settled ? whole.map(median -> trend(recent.orElse(median), median)) : Optional.empty(), recent,
                view(predicted, plan, since, all, newest.answered() / seconds, entered));
    }

    private static Trend trend(double recent, double whole) {
        return recent > whole * CHANGED ? Trend.RISING : recent * CHANGED < whole ? Trend.FALLING : Trend.STEADY;
    }

    private static RequestCounts counts(List<RequestSum> sums, PredictedLatency latency) {
        return sums.stream().filter(sum -> sum.usersId().equals(latency.usersId()) && sum.requestId().equals(latency.requestId()))
                .map(RequestSum::counts).reduce(RequestCounts.NONE, RequestCounts::plus);
    }

    private RequestView view(PredictedLatency predicted, DeploymentPlan plan, Instant since, RequestCounts counts, double rate,
            Optional<EntryView> entered) {
        RequestTimes times = counts.times();
        boolean measured = times.count() > 0;
        State state = counts.answered() > 0 ? State.MEASURED : unmeasured(predicted, plan);
        Optional<Double> median = time(times, MEDIAN, predicted);
        Optional<Double> p95 = time(times, P95, predicted);
        return new RequestView(predicted.usersId(), predicted.requestId(), state, predicted.meanMillis(), predicted.p95Millis(),
                predicted.entryMillis(), since, counts.answered(), counts.failed(), rate, median, p95,
                measured ? time(times, P99, predicted) : Optional.empty(),
                ratio(median, predicted.p50Millis().orElse(predicted.meanMillis())),
                ratio(p95, predicted.p95Millis()), Optional.of(state).filter(State.NO_ROUTER::equals)
                        .map(unmeasured -> lookUps.perMinute(plan.application(), predicted.usersId())),
                entered.filter(any -> state == State.NO_ROUTER), predicted.p50Millis());
    }

    private State unmeasured(PredictedLatency predicted, DeploymentPlan plan) {
        Optional<CopySpec> router = plan.instances().stream()
                .filter(placed -> placed.instance().componentId().equals(predicted.entryId()))
                .map(InstancePlacement::spec).filter(CopySpec::router).findFirst();
        if (router.isEmpty()) {
            return State.NO_ROUTER;
        }
        if (router.get().endpoints().stream().noneMatch(end -> end.readiness() instanceof Readiness.HttpAnswers)) {
            return State.BY_CONNECTION;
        }
        boolean recognised = RoutedRequests.parse(router.get().environment().getOrDefault(RoutedRequests.VARIABLE, "")).requestIds()
                .contains(predicted.requestId());
        if (!recognised) {
            return State.NOT_RECOGNISED;
        }
        return settings.used() ? State.NO_REQUESTS : State.METRICS_OFF;
    }

    /** With the part between the users and the router, which the router does not see. */
    private static Optional<Double> time(RequestTimes times, double share, PredictedLatency predicted) {
        return times.count() == 0 ? Optional.empty() : Optional.of(times.percentileMillis(share) + predicted.entryMillis());
    }

    private static Optional<Double> ratio(Optional<Double> measured, double predicted) {
        return measured.filter(unused -> predicted > 0).map(millis -> millis / predicted);
    }
}
