package org.caravan.server.adaptation;

import java.util.List;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.decision.Choices;
import org.caravan.server.model.Models;
import org.springframework.stereotype.Component;

/**
 * Actions that rely on predicted latencies: plans for another reason than lost copies. If predictions of an application are doubtful, they
 * are only proposed.
 */
@Component
class PredictedActions {

    private static final List<ActionKind> ALL = List.of(ActionKind.SCALE_OUT, ActionKind.SCALE_IN, ActionKind.REPLAN, ActionKind.SAVE,
            ActionKind.KEEP_PROMISE, ActionKind.FOLLOW);

    private final Models models;
    private final Choices choices;

    PredictedActions(Models models, Choices choices) {
        this.models = models;
        this.choices = choices;
    }

    /** Those that the server carries out without approval. */
    List<ActionKind> automatic(String application) {
        return ALL.stream().filter(kind -> automatic(application, kind)).toList();
    }

    void propose(String application, List<ActionKind> kinds) {
        kinds.forEach(kind -> choices.choose(application, kind, Autonomy.PROPOSE));
    }

    /** What {@link #propose} does, for a decision. @param kinds not empty */
    static String proposed(String application, List<ActionKind> kinds) {
        return "Plans of " + String.join(", ", kinds.stream().map(ActionKind::word).toList())
                + " are only proposed from now on. Set it again: caravan autonomy " + application + " --set replan=automatic.";
    }

    /** Moves that keep promises are automatic by the owner or by the model. */
    private boolean automatic(String application, ActionKind kind) {
        return choices.chosen(application, kind).map(chosen -> chosen == Autonomy.AUTOMATIC)
                .orElseGet(() -> kind == ActionKind.KEEP_PROMISE
                        ? SaidByModel.anyAutomatic(models.accepted(application), choices.chosen(application, ActionKind.REPLAN))
                        : kind.preset() == Autonomy.AUTOMATIC);
    }
}
