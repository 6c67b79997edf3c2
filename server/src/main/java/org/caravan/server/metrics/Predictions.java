package org.caravan.server.metrics;

import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView.State;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.leading.LeaderStatus;
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
    private final LeaderStatus leads;
    private final Clock clock;

    Predictions(MeasuredRequests measured, PredictionStore store, Targets targets, LeaderStatus leads, Clock clock) {
        this.measured = measured;
        this.store = store;
        this.targets = targets;
        this.leads = leads;
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
        if (leads.now()) {
            targets.deployed().stream().map(DeploymentPlan::application).forEach(this::keep);
        }
    }

    /** Keeps what is measured now. An application whose figures cannot be read does not end the round. */
    public void keep(String application) {
        try {
            store.keep(application, measured.predictions(application).stream()
                    .filter(one -> one.request().state() == State.MEASURED).toList(), clock.instant());
        } catch (RuntimeException e) {
            LOG.warn("predictions of {} are not kept: {}", application, e.getMessage());
        }
    }
}
