package org.caravan.server.adaptation;

import java.util.List;
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

    /**
     * Autonomy of moves that keep a promise, if the owner has chosen none for them. What a model says goes at most as far as the owner lets
     * rules of the model plan again.
     *
     * @param replan what the owner has chosen for plans by rules of the model; empty for none
     */
    public static Autonomy preset(ApplicationModel model, String sloId, Optional<Autonomy> replan) {
        return model.supplement().adaptation().rules().stream().anyMatch(rule -> replans(rule, sloId))
                ? replan.orElse(Autonomy.AUTOMATIC) : ActionKind.KEEP_PROMISE.preset();
    }

    /** The same for all promises of a model together: automatic only if each of them is. */
    public static Autonomy preset(Optional<ApplicationModel> model, Optional<Autonomy> replan) {
        List<Autonomy> each = each(model, replan);
        return !each.isEmpty() && each.stream().allMatch(each.get(0)::equals) ? each.get(0) : ActionKind.KEEP_PROMISE.preset();
    }

    /** Whether a move for any promise is automatic if the owner has chosen nothing for them. */
    public static boolean anyAutomatic(Optional<ApplicationModel> model, Optional<Autonomy> replan) {
        return each(model, replan).contains(Autonomy.AUTOMATIC);
    }

    private static List<Autonomy> each(Optional<ApplicationModel> model, Optional<Autonomy> replan) {
        return model.map(one -> one.slos().stream().map(Slo::id).map(id -> preset(one, id, replan)).toList()).orElse(List.of());
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
