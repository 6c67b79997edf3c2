package org.caravan.server.adaptation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.application.RequestView;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.model.Models;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.Targets;
import org.caravan.server.prediction.PredictionStore;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The rule {@code prediction-missed}: an application whose latencies differ from their prediction by more than the limit is no longer
 * planned again or scaled automatically; plans are proposed. Lost copies are still replaced: users notice a lost copy more than a wrong
 * prediction. Applies once per plan, so that an owner can set the autonomy again.
 */
@Component
public class PredictionLimit {

    private static final List<ActionKind> BY_PREDICTION = List.of(ActionKind.SCALE_OUT, ActionKind.SCALE_IN, ActionKind.REPLAN,
            ActionKind.SAVE, ActionKind.KEEP_PROMISE);

    private final PredictionStore store;
    private final Plans plans;
    private final Targets targets;
    private final Models models;
    private final Choices choices;
    private final Decisions decisions;
    private final LeaderStatus leads;
    private final Settings settings;

    PredictionLimit(PredictionStore store, Plans plans, Targets targets, Models models, Choices choices, Decisions decisions,
            LeaderStatus leads, Settings settings) {
        this.store = store;
        this.plans = plans;
        this.targets = targets;
        this.models = models;
        this.choices = choices;
        this.decisions = decisions;
        this.leads = leads;
        this.settings = settings;
    }

    @Scheduled(initialDelay = 90_000, fixedDelay = 60_000)
    void check() {
        double limit = settings.adaptation().predictionError();
        if (limit > 0 && settings.adaptation().used() && settings.metrics().used() && leads.now()) {
            targets.deployed().forEach(plan -> check(plan, limit));
        }
    }

    /** @param limit above 0 */
    public void check(DeploymentPlan plan, double limit) {
        String application = plan.application();
        Optional<PredictionError> error = PredictionError.largest(store.of(application, plan.digest()),
                        plans.report(application, plan.digest()).map(PredictionError::cached).orElse(Set.of()))
                .filter(one -> one.share() > limit);
        List<ActionKind> automatic = BY_PREDICTION.stream()
                .filter(kind -> automatic(application, kind)).toList();
        if (error.isEmpty() || automatic.isEmpty() || !store.noteMissed(application, plan.digest())) {
            return;
        }
        automatic.forEach(kind -> choices.choose(application, kind, Autonomy.PROPOSE));
        RequestView request = error.get().request();
        DecisionRecord decided = DecisionRecord.of(BuiltInRule.PREDICTION_MISSED, "Routers measure " + request.requestId() + " of users "
                + request.usersId() + " " + percent(error.get().share()) + " from its prediction; " + percent(limit) + " are allowed.",
                "Plans of " + String.join(", ", automatic.stream().map(ActionKind::word).toList())
                        + " are only proposed from now on. Set it again: caravan autonomy " + application + " --set replan=automatic.")
                .by(application).about(List.of(request.usersId() + " " + request.requestId()))
                .with("predicted p95", request.predictedP95Millis(), "ms").with("answers", request.count());
        decisions.note(request.p95Millis().map(p95 -> decided.with("measured p95", p95, "ms")).orElse(decided));
    }

    /** Moves that keep promises are automatic by the owner or by the model. */
    private boolean automatic(String application, ActionKind kind) {
        return choices.chosen(application, kind).map(chosen -> chosen == Autonomy.AUTOMATIC)
                .orElseGet(() -> kind == ActionKind.KEEP_PROMISE
                        ? SaidByModel.anyAutomatic(models.accepted(application), choices.chosen(application, ActionKind.REPLAN))
                        : kind.preset() == Autonomy.AUTOMATIC);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
