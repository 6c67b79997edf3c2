package org.caravan.server.adaptation.model;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.caravan.adaptation.Action.Notify;
import org.caravan.adaptation.Action.Run;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore.Kept;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.OwnerChoices;

/** Decides whether messages and commands of a rule that is due begin: autonomy and limits. Each verdict is stored first. */
public final class DirectVerdicts {

    private static final int MOST_PER_HOUR = 60;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String PART = "direct ";

    private final OwnerChoices choices;
    private final ActionLog actions;
    private final Function<String, Optional<String>> refusal;
    private final BiFunction<ApplicationModel, DeploymentPlan, Optional<Limit>> unapproved;

    /**
     * @param refusal why nothing may be sent to an address, if so
     * @param unapproved why nothing may be done for a model while this plan is the target, if so: nobody approved it
     */
    public DirectVerdicts(OwnerChoices choices, ActionLog actions, Function<String, Optional<String>> refusal,
            BiFunction<ApplicationModel, DeploymentPlan, Optional<Limit>> unapproved) {
        this.choices = choices;
        this.actions = actions;
        this.refusal = refusal;
        this.unapproved = unapproved;
    }

    /** Carries out an action that was decided. */
    @FunctionalInterface
    public interface Start {
        void of(Kept kept, org.caravan.adaptation.Action action, DecisionRecord decided);
    }

    static boolean isDirect(org.caravan.adaptation.Action action) {
        return action instanceof Notify || action instanceof Run;
    }

    /** As {@link DirectCourse#begin}. */
    public boolean begin(ApplicationModel model, DueRule due, DeploymentPlan target, Start start) {
        Optional<Limit> unapproved = unapproved(model, target);
        RuleCase now = RuleCase.of(model, due, target, unapproved);
        boolean begun = false;
        for (int i = 0; i < due.rule().actions().size(); i++) {
            org.caravan.adaptation.Action action = due.rule().actions().get(i);
            if (isDirect(action)) {
                begun |= begin(now, action, RuleCase.keyOf(model.name(), due.rule().id()) + PART + i + " ", unapproved, start);
            }
        }
        return begun;
    }

    Optional<Limit> unapproved(ApplicationModel model, DeploymentPlan target) {
        return unapproved.apply(model, target);
    }

    /** What does not act has the same key in each round while the rule is due, so it is stored once. */
    private boolean begin(RuleCase now, org.caravan.adaptation.Action action, String key, Optional<Limit> unapproved, Start start) {
        ActionKind kind = action instanceof Notify ? ActionKind.NOTIFY : ActionKind.RUN;
        Autonomy autonomy = choices.autonomy(now.application(), kind);
        String what = what(action);
        Optional<Limit> limit = unapproved.or(() -> limit(now.application(), action)).or(() -> perHour(now.application()));
        if (autonomy != Autonomy.AUTOMATIC) {
            actions.keep(now.decided("It would have done so: " + what + "; its owner wants it to "
                    + (autonomy == Autonomy.OBSERVE ? "observe only." : "ask, and no plan can wait for approval.")),
                    Action.of(key + State.OBSERVED + " " + now.due().since(), kind, autonomy, State.OBSERVED));
            return false;
        }
        if (limit.isPresent()) {
            actions.keep(now.decided("It does nothing: " + limit.get().text()),
                    Action.of(key + State.HELD + " " + limit.get().name() + " " + now.due().since(), kind, autonomy, State.HELD)
                            .limited(limit.get()));
            return false;
        }
        DecisionRecord decided = now.decided("It begins to " + what + ".");
        start.of(actions.keep(decided, Action.of(key + now.due().at(), kind, autonomy, State.DECIDED)), action, decided);
        return true;
    }

    private Optional<Limit> perHour(String application) {
        return actions.direct(application, HOUR) < MOST_PER_HOUR ? Optional.empty() : Optional.of(new Limit("direct-actions-per-hour",
                "Rules of the application began " + MOST_PER_HOUR + " messages and commands within an hour.", Optional.empty()));
    }

    Optional<Limit> limit(String application, org.caravan.adaptation.Action action) {
        if (action instanceof Notify notify) {
            return refusal.apply(notify.address()).map(text -> new Limit(
                    notify.mail().isPresent() ? "mail-recipients" : "message-origins", text, Optional.empty()));
        }
        return choices.freeze(application).map(Limits.Freeze::limit);
    }

    /** {@code run flush in web}. */
    public static String what(org.caravan.adaptation.Action action) {
        return action instanceof Notify notify ? notify.mail().map(mail -> "send an e-mail to " + mail)
                .orElseGet(() -> "send a message to " + URI.create(notify.address()).getHost())
                : action instanceof Run run ? "run " + run.words().get(0) + " in " + run.componentId() : "";
    }
}
