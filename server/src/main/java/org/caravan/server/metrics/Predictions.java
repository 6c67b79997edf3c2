package org.caravan.server.metrics;

import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView.State;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.leading.LeaderFence;
import org.caravan.server.planning.Targets;
import org.caravan.server.prediction.PredictionStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Predictions beside measurements: computed now for the target plan, and kept by the leader for the time after it. */
@Component
public class Predictions {

    private static final Logger LOG = LoggerFactory.getLogger(Predictions.class);

    private final MeasuredRequests measured;
    private final PredictionStore store;
    private final Targets targets;
    private final LeaderFence fence;
    private final Clock clock;

    Predictions(MeasuredRequests measured, PredictionStore store, Targets targets, LeaderFence fence, Clock clock) {
        this.measured = measured;
        this.store = store;
        this.targets = targets;
        this.fence = fence;
        this.clock = clock;
    }

    /** Of the target plan; empty if nothing is deployed. */
    List<PredictionView> inForce(String application) {
        return measured.predictions(application);
    }

    /** Of the target plan, then of earlier plans. Earlier plans without measurements have none. */
    List<PredictionView> all(String application) {
        List<PredictionView> now = inForce(application);
        Set<String> known = new HashSet<>(now.stream().map(PredictionView::planId).toList());
        return Stream.concat(now.stream(), store.all(application).stream().filter(one -> !known.contains(one.planId()))
                .map(PredictionView::asEarlier)).toList();
    }

    @Scheduled(initialDelay = 60_000, fixedDelay = 60_000)
    void keep() {
        fence.epoch().ifPresent(epoch ->
                targets.deployed().stream().map(DeploymentPlan::application).forEach(application -> keep(application, epoch)));
    }

    /** Keeps what is measured now. An application whose figures cannot be read does not end the round. */
    public void keep(String application) {
        fence.epoch().ifPresent(epoch -> keep(application, epoch));
    }

    private void keep(String application, long epoch) {
        try {
            Instant now = clock.instant();
            List<PredictionView> known = measured.predictions(application).stream()
                    .filter(one -> one.request().state() == State.MEASURED).toList();
            fence.write(epoch, () -> store.keep(application, known, now));
        } catch (RuntimeException e) {
            LOG.warn("predictions of {} are not kept: {}", application, e.getMessage());
        }
    }
}
