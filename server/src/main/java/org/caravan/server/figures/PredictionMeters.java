package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.application.PredictionView;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.Settings;
import org.caravan.server.planning.Targets;
import org.caravan.server.prediction.PredictionStore;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Metrics of predictions of target plans and their ratio to measurements since the deployment, per application, users and request. */
@Component
class PredictionMeters {

    private final PredictionStore store;
    private final Targets targets;
    private final Settings.Metrics settings;
    private final LabelledGauge mean;
    private final LabelledGauge median;
    private final LabelledGauge p95;
    private final LabelledGauge medianRatio;
    private final LabelledGauge p95Ratio;

    PredictionMeters(PredictionStore store, Targets targets, Settings settings, MeterRegistry registry) {
        this.store = store;
        this.targets = targets;
        this.settings = settings.metrics();
        this.mean = new LabelledGauge(registry, "caravan.prediction.latency.mean", "seconds", "Mean that the target plan predicts");
        this.median = new LabelledGauge(registry, "caravan.prediction.latency.median", "seconds", "Median that the target plan predicts");
        this.p95 = new LabelledGauge(registry, "caravan.prediction.latency.p95", "seconds",
                "95th percentile that the target plan predicts");
        this.medianRatio = new LabelledGauge(registry, "caravan.prediction.ratio.median", null, "Measured by predicted median");
        this.p95Ratio = new LabelledGauge(registry, "caravan.prediction.ratio.p95", null, "Measured by predicted 95th percentile");
    }

    @Scheduled(initialDelay = 5_000, fixedDelay = 60_000)
    void renew() {
        if (!settings.used()) {
            return;
        }
        Map<Tags, Double> means = new HashMap<>();
        Map<Tags, Double> medians = new HashMap<>();
        Map<Tags, Double> tails = new HashMap<>();
        Map<Tags, Double> medianRatios = new HashMap<>();
        Map<Tags, Double> tailRatios = new HashMap<>();
        for (DeploymentPlan plan : targets.all()) {
            for (PredictionView one : store.of(plan.application(), plan.digest())) {
                Tags tags = Tags.of("application", plan.application(), "users", one.request().usersId(), "request",
                        one.request().requestId());
                means.put(tags, one.request().predictedMeanMillis() / 1000);
                put(medians, tags, one.request().predictedP50Millis().map(millis -> millis / 1000));
                tails.put(tags, one.request().predictedP95Millis() / 1000);
                put(medianRatios, tags, one.request().medianRatio());
                put(tailRatios, tags, one.request().p95Ratio());
            }
        }
        mean.renew(means);
        median.renew(medians);
        p95.renew(tails);
        medianRatio.renew(medianRatios);
        p95Ratio.renew(tailRatios);
    }

    private static void put(Map<Tags, Double> values, Tags tags, Optional<Double> value) {
        value.ifPresent(known -> values.put(tags, known));
    }
}
