package org.caravan.server.adaptation;

import java.util.Optional;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Rule;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Slo;
import org.caravan.formula.Condition;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;

/** Whether a model says that copies may move to keep a promise: {@code rule keep { when slo fast violated  then replan }}. */
public final class SaidByModel {

    private SaidByModel() {}

    /** Autonomy of moves that keep a promise, if the owner has chosen none. */
    public static Autonomy preset(ApplicationModel model, String sloId) {
        return model.supplement().adaptation().rules().stream().anyMatch(rule -> replans(rule, sloId)) ? Autonomy.AUTOMATIC
                : ActionKind.KEEP_PROMISE.preset();
    }

    /** The same for all promises of a model together: automatic only if each of them is. */
    public static Autonomy preset(Optional<ApplicationModel> model) {
        return model.filter(one -> !one.slos().isEmpty() && one.slos().stream().map(Slo::id)
                .allMatch(id -> preset(one, id) == Autonomy.AUTOMATIC)).map(one -> Autonomy.AUTOMATIC)
                .orElse(ActionKind.KEEP_PROMISE.preset());
    }

    private static boolean replans(Rule rule, String sloId) {
        return rule.actions().stream().anyMatch(Action.Replan.class::isInstance)
                && rule.when().filter(condition -> names(condition, sloId)).isPresent();
    }

    /** A condition that needs more than the violation, or its absence, says nothing about moves because of paths. */
    private static boolean names(Condition condition, String sloId) {
        return condition instanceof Condition.Violated violated ? violated.sloId().equals(sloId)
                : condition instanceof Condition.Any any && any.conditions().stream().anyMatch(one -> names(one, sloId));
    }
}
