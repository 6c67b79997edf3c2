package org.caravan.server.adaptation.model;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.ApplicationModel;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.rules.PastAction;
import org.caravan.rules.model.RuleRan;
import org.caravan.rules.model.ScaleLimits;
import org.caravan.server.Settings;
import org.caravan.server.adaptation.AutomaticApproval;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.adaptation.Retries;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.Choices;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Carries out rules of models that are due: checks limits, plans, checks the limits of the plan, approves. At most one decision per rule,
 * target and verdict is open, so a new leader continues what another one began, and a rule that stays due changes nothing.
 */
@Component
class RuleActions {

    private static final Logger LOG = LoggerFactory.getLogger(RuleActions.class);
    /** States of a decision that the next attempt continues. */
    private static final Set<State> RETRIED = Set.of(State.FAILED, State.HELD);
    private static final Set<State> UNDER_WAY = Set.of(State.DEPLOYING, State.PROPOSED, State.EXPIRED);

    private final Targets targets;
    private final RunStore runs;
    private final Choices choices;
    private final ActionStore actions;
    private final AutomaticPlans plans;
    private final AutomaticApproval automatic;
    private final Limits limits;
    private final Duration proposalDeadline;
    private final ScaleLimits scaling;
    private final Clock clock;
    private final Retries retries = new Retries();

    RuleActions(Targets targets, RunStore runs, Choices choices, ActionStore actions, AutomaticPlans plans, AutomaticApproval automatic,
            Settings settings, Clock clock) {
        this.targets = targets;
        this.runs = runs;
        this.choices = choices;
        this.actions = actions;
        this.plans = plans;
        this.automatic = automatic;
        this.limits = settings.adaptation().limits();
        this.proposalDeadline = settings.adaptation().proposalDeadline();
        this.scaling = settings.rules().limits();
        this.clock = clock;
    }

    /** @return whether the actions ran, so that the pause of the rule begins */
    boolean handle(ApplicationModel model, DueRule due) {
        Optional<DeploymentPlan> target = targets.target(model.name()).filter(plan -> !plan.instances().isEmpty());
        if (target.isEmpty() || runs.latestRun(model.name()).filter(run -> run.state().underWay()).isPresent()) {
            return false;
        }
        RuleCase now = RuleCase.of(model, due, target.get());
        if (retries.waits(now.key())) {
            return false;
        }
        Autonomy autonomy = choices.autonomy(model.name(), now.kind());
        if (now.changesNothing()) {
            hold(now, autonomy, new Limit("replica-bounds", now.boundsText(), Optional.empty()));
            return false;
        }
        if (autonomy == Autonomy.OBSERVE) {
            actions.keep(now.decided("It would have done so: " + now.actionText() + "; its owner wants it to observe only."),
                    Action.of(now.key() + " OBSERVED " + due.since(), now.kind(), autonomy, State.OBSERVED));
            return false;
        }
        List<PastAction> past = actions.past(model.name(), Duration.ofHours(1));
        Optional<Limit> limit = limits.beforePlanning(choices.freeze(model.name()), autonomy == Autonomy.AUTOMATIC ? past : List.of(),
                clock.instant()).or(() -> autonomy == Autonomy.AUTOMATIC ? scaleLimit(now) : Optional.empty());
        if (limit.isPresent()) {
            hold(now, autonomy, limit.get());
            return false;
        }
        return act(now, autonomy, past);
    }

    private Optional<Limit> scaleLimit(RuleCase now) {
        return scaling.of(now.kind(), actions.latest(now.application(), ActionKind.SCALE_OUT, scaling.longest()),
                actions.latest(now.application(), ActionKind.SCALE_IN, scaling.longest()), clock.instant());
    }

    private boolean act(RuleCase now, Autonomy autonomy, List<PastAction> past) {
        State verdict = autonomy == Autonomy.AUTOMATIC ? State.DECIDED : State.PROPOSED;
        String key = now.key() + " " + verdict;
        Optional<Action> known = actions.latestOf(key).map(ActionStore.Kept::action);
        if (known.filter(action -> UNDER_WAY.contains(action.state())).isPresent()) {
            return false;
        }
        // A decision that has ended keeps its key: the same rule may be due for the same target again.
        boolean again = known.filter(action -> !action.state().open() && !RETRIED.contains(action.state())).isPresent();
        String own = again ? key + " " + clock.instant() : known.map(Action::key).orElse(key);
        Action begun = Action.of(own, now.kind(), autonomy, verdict).about(Set.of(), now.target().digest());
        ActionStore.Kept kept = verdict == State.DECIDED ? actions.keep(now.decided("It plans: " + now.actionText() + "."), begun) : null;
        try {
            AutomaticPlans.Made made = now.kind() == ActionKind.REPLAN ? plans.planned(now.application(), now.replicas())
                    : plans.scaled(now.application(), now.replicas());
            if (made.plan().isEmpty()) {
                return fail(now, kept, begun, "Nothing can be placed: " + made.reasons().stream().findFirst().orElse("no reason is known"));
            }
            return made(now, kept, begun, made, past);
        } catch (ProblemException | RejectedInput | AdapterFault fault) {
            return fail(now, kept, begun, "It failed: " + String.valueOf(fault.getMessage()).lines().findFirst()
                    .orElse("no reason is known"));
        }
    }

    private boolean made(RuleCase now, ActionStore.Kept kept, Action begun, AutomaticPlans.Made made, List<PastAction> past) {
        DeploymentPlan plan = made.plan().orElseThrow();
        Effort effort = Efforts.of(now.target(), plan, Set.of());
        if (plan.digest().equals(now.target().digest()) || effort.equals(Effort.NONE) && made.diffText().isBlank()) {
            keep(now, kept, begun.in(State.DONE), "The plan changes nothing.");
            return true;
        }
        Optional<Limit> limit = movesOthers(now, effort).or(() -> Efforts.unapproved(Efforts.optional(now.model()), now.target(), plan, Set.of())).or(() -> limits.ofPlan(effort,
                Efforts.disruptionByRule(now.target(), plan), Efforts.replicas(plan), Efforts.minima(now.model()), past, clock.instant()))
                .or(() -> limits.ofCost(made.centsBefore(), made.centsAfter()));
        Action planned = begun.planned(made.id(), made.diffText(), effort, Efforts.receivers(now.target(), plan));
        if (limit.isPresent()) {
            keep(now, kept, planned.limited(limit.get()), "It does nothing: " + limit.get().text());
            retries.failed(now.key());
            return false;
        }
        String id = Digest.abbreviated(made.id());
        if (begun.state() == State.PROPOSED) {
            keep(now, null, planned.until(clock.instant().plus(proposalDeadline)), "Plan " + id + " waits for approval ("
                    + now.actionText() + "): caravan deploy " + now.application() + " --plan " + id + ".");
            return false;
        }
        String by = "rule " + now.due().rule().id();
        actions.change(kept, planned.approved(by), "Plan " + id + " is approved: " + now.actionText() + ".");
        Optional<Long> begunDeployment = automatic.approveOrLater(now.application(), made.id(), kept.number(), by);
        retries.succeeded(now.key());
        if (begunDeployment.isEmpty()) {
            return true;
        }
        long deployment = begunDeployment.get();
        actions.change(kept, planned.approved(by).deployed(deployment), "Deployment " + deployment + " carries it out: " + now.actionText()
                + ".");
        LOG.info("decision {}: deployment {} for {} of {}: {}", kept.number(), deployment, by, now.application(), now.actionText());
        return true;
    }

    /** A host that one inspection did not reach is no reason to move its copies: that is decided by the looks at hosts. */
    private static Optional<Limit> movesOthers(RuleCase now, Effort effort) {
        return now.kind() == ActionKind.REPLAN || effort.moves() == 0 ? Optional.empty() : Optional.of(new Limit("scaling-moves",
                "The plan would move " + effort.moves() + " copies that the rule does not scale.", Optional.empty()));
    }

    private boolean fail(RuleCase now, ActionStore.Kept kept, Action begun, String outcome) {
        keep(now, kept, begun.in(State.FAILED), outcome.endsWith(".") ? outcome : outcome + ".");
        retries.failed(now.key());
        return false;
    }

    /** A proposal that was not made yet has no row. */
    private void keep(RuleCase now, ActionStore.Kept kept, Action action, String outcome) {
        ActionStore.Kept row = kept == null ? actions.keep(now.decided(outcome), action) : kept;
        if (row.action().state() != action.state() || !row.action().limit().equals(action.limit())) {
            actions.change(row, action, outcome);
        }
    }

    private void hold(RuleCase now, Autonomy autonomy, Limit limit) {
        String reason = limit.name().equals("freeze") ? limit.text() : limit.name();
        actions.keep(now.decided("It does nothing: " + limit.text()),
                Action.of(now.key() + " HELD " + reason + " " + now.due().since(), now.kind(), autonomy, State.HELD).limited(limit));
    }

    /** Proposals of rules that are not due any more lapse. @param due rules of the application that are due now */
    void lapse(String application, Set<String> due) {
        List<ActionStore.Kept> open = new ArrayList<>(actions.open());
        open.removeIf(kept -> kept.action().state() != State.PROPOSED && kept.action().state() != State.EXPIRED
                || !kept.application().equals(application));
        for (ActionStore.Kept kept : open) {
            RuleCase.ruleOf(kept.action().key()).filter(rule -> !due.contains(rule)).ifPresent(rule -> actions.change(kept,
                    kept.action().in(State.LAPSED), "The condition of rule " + rule + " does not hold any more."));
        }
    }

    /** When the actions of the rules of a model last ran, for pauses and periods that began before this server led. */
    List<RuleRan> ran(ApplicationModel model) {
        return model.supplement().adaptation().rules().stream().flatMap(rule -> actions
                .lastRan(model.name(), RuleCase.keyOf(model.name(), rule.id())).map(at -> new RuleRan(rule.id(), at)).stream()).toList();
    }
}
