package org.caravan.server.adaptation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.application.RequestView;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.leading.LeaderFence;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.Targets;
import org.caravan.server.prediction.PredictionStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The rule {@code prediction-missed}: an application whose latencies differ from their prediction by more than the limit is no longer
 * planned again or scaled automatically; plans are proposed. Lost copies are still replaced: users notice a lost copy more than a wrong
 * prediction. Applies once per plan, so that an owner can set the autonomy again.
 */
@Component
public class PredictionLimit {

    private static final Logger LOG = LoggerFactory.getLogger(PredictionLimit.class);

    private final PredictionStore store;
    private final Plans plans;
    private final Targets targets;
    private final PredictedActions actions;
    private final Decisions decisions;
    private final LeaderFence fence;
    private final Settings settings;

    PredictionLimit(PredictionStore store, Plans plans, Targets targets, PredictedActions actions, Decisions decisions, LeaderFence fence,
            Settings settings) {
        this.store = store;
        this.plans = plans;
        this.targets = targets;
        this.actions = actions;
        this.decisions = decisions;
        this.fence = fence;
        this.settings = settings;
    }

    @Scheduled(initialDelay = 90_000, fixedDelay = 60_000)
    void check() {
        double limit = settings.adaptation().predictionError();
        if (limit > 0 && settings.adaptation().used() && settings.metrics().used()) {
            fence.epoch().ifPresent(epoch -> targets.deployed().forEach(plan -> checkOne(plan, limit, epoch)));
        }
    }

    /** A plan that cannot be checked does not end the round. */
    private void checkOne(DeploymentPlan plan, double limit, long epoch) {
        try {
            check(plan, limit, epoch);
        } catch (RuntimeException fault) {
            LOG.warn("predictions of {} are not compared with what is measured now: {}", plan.application(), fault.getMessage());
        }
    }

    /** Does nothing if another server leads. @param limit above 0 */
    public void check(DeploymentPlan plan, double limit) {
        fence.epoch().ifPresent(epoch -> check(plan, limit, epoch));
    }

    private void check(DeploymentPlan plan, double limit, long epoch) {
        String application = plan.application();
        Optional<PredictionError> error = PredictionError.largest(store.of(application, plan.digest()),
                        plans.report(application, plan.digest()).map(PredictionError::cached).orElse(Set.of()))
                .filter(one -> one.share() > limit);
        List<ActionKind> automatic = actions.automatic(application);
        if (error.isEmpty() || automatic.isEmpty() || !fence.write(epoch, () -> proposeOnly(application, plan.digest(), automatic))) {
            return;
        }
        RequestView request = error.get().request();
        DecisionRecord decided = DecisionRecord.of(BuiltInRule.PREDICTION_MISSED, "Routers measure " + request.requestId() + " of users "
                + request.usersId() + " " + percent(error.get().share()) + " from its prediction; " + percent(limit) + " are allowed.",
                PredictedActions.proposed(application, automatic))
                .by(application).about(List.of(request.usersId() + " " + request.requestId()))
                .with("predicted p95", request.predictedP95Millis(), "ms").with("answers", request.count());
        decisions.note(request.p95Millis().map(p95 -> decided.with("measured p95", p95, "ms")).orElse(decided));
    }

    /** Once per plan. An owner's choice after it stays, also if this server led before the owner chose and stalled until now. */
    private boolean proposeOnly(String application, String planId, List<ActionKind> kinds) {
        boolean first = store.noteMissed(application, planId);
        if (first) {
            actions.propose(application, kinds);
        }
        return first;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
