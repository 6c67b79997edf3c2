package org.caravan.server.adaptation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.rules.PastAction;
import org.caravan.server.AdaptationSettings;
import org.caravan.server.Settings;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The course of an automatic action, whatever its reason: autonomy, limits, a plan, limits of the plan, approval or proposal. Each verdict
 * is stored once for a reason and a target, so a new leader continues what another one began, and a reason that persists changes nothing.
 */
@Component
public class PlannedActions {

    private static final Logger LOG = LoggerFactory.getLogger(PlannedActions.class);
    /** Longest period over which limits count actions. */
    private static final Duration COUNTED = Duration.ofHours(1);
    /** Plans of one attempt if other applications take what they need. */
    private static final int PLANS = 3;
    /** States of a decision that the next attempt continues. */
    private static final Set<State> RETRIED = EnumSet.of(State.FAILED, State.HELD);
    private static final Set<State> UNDER_WAY = EnumSet.of(State.DEPLOYING, State.PROPOSED, State.EXPIRED);

    private final OwnerChoices choices;
    private final ActionLog actions;
    private final PlanApprover automatic;
    private final Limits limits;
    private final Duration proposalDeadline;
    private final Clock clock;

    @Autowired
    PlannedActions(OwnerChoices choices, ActionLog actions, PlanApprover automatic, Settings settings, Clock clock) {
        this(choices, actions, automatic, settings.adaptation(), clock);
    }

    /** @param settings limits, and the time after which a proposal expires */
    public PlannedActions(OwnerChoices choices, ActionLog actions, PlanApprover automatic, AdaptationSettings settings, Clock clock) {
        this.choices = choices;
        this.actions = actions;
        this.automatic = automatic;
        this.limits = settings.limits();
        this.proposalDeadline = settings.proposalDeadline();
        this.clock = clock;
    }

    /**
     * Takes an action as far as autonomy and limits allow.
     *
     * @param own limits of automatic actions that only this reason has; not evaluated where the owner is asked or observes
     * @param planning makes the plan
     * @param retries pauses after failures, by key of the reason
     * @return whether the action ran, or had nothing to change
     */
    public boolean handle(ActionReason reason, Supplier<Optional<Limit>> own, Supplier<Made> planning, Retries retries) {
        if (retries.waits(reason.key())) {
            return false;
        }
        Autonomy autonomy = autonomy(reason);
        Optional<Limit> never = reason.never();
        if (never.isPresent()) {
            hold(reason, autonomy, never.get());
            return false;
        }
        if (autonomy == Autonomy.OBSERVE) {
            actions.keep(reason.decided("It would have done so: " + reason.text() + "; its owner wants it to observe only."),
                    action(reason, reason.key() + " OBSERVED" + occurrence(reason), autonomy, State.OBSERVED));
            return false;
        }
        if (autonomy == Autonomy.AUTOMATIC) {
            // Of what began late, the outcome may not be recorded yet; limits count it.
            actions.open().stream().filter(kept -> kept.application().equals(reason.application())).forEach(kept -> begun(kept, kept));
        }
        Limits applied = limits(reason);
        List<PastAction> past = actions.past(reason.application(), Collections.max(List.of(COUNTED, applied.coolDown())));
        Optional<Limit> limit = applied.beforePlanning(choices.freeze(reason.application()),
                autonomy == Autonomy.AUTOMATIC ? past : List.of(), clock.instant())
                .or(() -> autonomy == Autonomy.AUTOMATIC ? own.get() : Optional.empty());
        if (limit.isPresent()) {
            hold(reason, autonomy, limit.get());
            return false;
        }
        return act(reason, autonomy, past, planning, retries);
    }

    /** The one that the owner has chosen, or that of the reason. */
    public Autonomy autonomy(ActionReason reason) {
        return choices.chosen(reason.application(), reason.kind()).orElseGet(reason::preset);
    }

    /** Those of the operator and of the owner. */
    private Limits limits(ActionReason reason) {
        return reason.model().map(model -> limits.and(model.supplement().adaptation().limitsOfActions())).orElse(limits);
    }

    private boolean act(ActionReason reason, Autonomy autonomy, List<PastAction> past, Supplier<Made> planning, Retries retries) {
        State verdict = autonomy == Autonomy.AUTOMATIC ? State.DECIDED : State.PROPOSED;
        String key = reason.key() + " " + verdict;
        Optional<Action> known = actions.latestOf(key).map(ActionStore.Kept::action);
        boolean ended = known.filter(action -> !action.state().open() && !RETRIED.contains(action.state())
                && action.state() != State.LAPSED).isPresent();
        if (known.filter(action -> UNDER_WAY.contains(action.state())).isPresent() || ended && !reason.repeats()) {
            return false;
        }
        // A decision that has ended keeps its key: the same reason may return for the same target.
        boolean again = reason.repeats() && (ended || known.filter(action -> action.state() == State.LAPSED).isPresent());
        String own = again ? key + " " + clock.instant() : known.map(Action::key).orElse(key);
        Action begun = action(reason, own, autonomy, verdict);
        ActionStore.Kept kept = verdict == State.DECIDED ? actions.keep(reason.decided("It plans: " + reason.text() + "."), begun) : null;
        try {
            return plan(new Course(reason, kept, begun, past, planning, retries), 1);
        } catch (ProblemException | RejectedInput | AdapterFault fault) {
            return fail(reason, kept, begun, failure(fault), retries);
        }
    }

    /**
     * What an action consists of until its plan is approved.
     *
     * @param kept its decision; null for a proposal, which is stored with its plan
     * @param past automatic actions of the past hour, or of a longer cool-down
     */
    private record Course(ActionReason reason, ActionStore.Kept kept, Action begun, List<PastAction> past, Supplier<Made> planning,
            Retries retries) {}

    private boolean plan(Course course, int attempt) {
        Made made = course.planning().get();
        return made.plan().isPresent() ? made(course, made, attempt)
                : fail(course.reason(), course.kept(), course.begun(), course.reason().noPlan(made.reasons().stream().findFirst()
                        .orElse("no reason is known")), course.retries());
    }

    private boolean made(Course course, Made made, int attempt) {
        ActionReason reason = course.reason();
        ActionStore.Kept kept = course.kept();
        Action begun = course.begun();
        DeploymentPlan plan = made.plan().orElseThrow();
        Effort effort = Efforts.of(reason.target(), plan, reason.lostHosts());
        if (plan.digest().equals(reason.target().digest()) || effort.equals(Effort.NONE) && made.diffText().isBlank()) {
            keep(reason, kept, begun.in(State.DONE), "The plan changes nothing.");
            return true;
        }
        // Planning takes seconds, in which a person may freeze the application.
        Limits applied = limits(reason);
        Optional<Limit> limit = applied.beforePlanning(choices.freeze(reason.application()), List.of(), clock.instant())
                .or(() -> reason.limit(effort))
                .or(() -> reason.model().flatMap(model -> Efforts.unapproved(Efforts.optional(model), reason.target(), plan,
                        reason.lostHosts(), reason.renewed())))
                .or(() -> applied.ofPlan(effort, reason.disruption(plan), Efforts.replicas(plan),
                        reason.model().map(Efforts::minima).orElse(Map.of()), course.past(), clock.instant()))
                .or(() -> applied.ofCost(made.centsBefore(), made.centsAfter()))
                .or(() -> reason.limitOfPlan(plan))
                .or(() -> reason.limitOfCost(made.centsBefore(), made.centsAfter()));
        Action planned = begun.planned(made.id(), made.diffText(), effort, Efforts.receivers(reason.target(), plan));
        if (limit.isPresent()) {
            return keep(reason, kept, planned.limited(limit.get()), "It does nothing: " + limit.get().text())
                    || failed(course.retries(), reason);
        }
        String id = Digest.abbreviated(made.id());
        if (begun.state() == State.PROPOSED) {
            Instant deadline = clock.instant().plus(proposalDeadline);
            keep(reason, null, planned.until(deadline), "Plan " + id + " (" + reason.text() + ") waits for approval until "
                    + deadline.truncatedTo(ChronoUnit.SECONDS) + ": caravan deploy " + reason.application() + " --plan " + id + ".");
            return false;
        }
        return approve(course, planned, attempt);
    }

    private boolean approve(Course course, Action planned, int attempt) {
        ActionReason reason = course.reason();
        String planId = planned.planId().orElseThrow();
        Action approved = planned.approved(reason.approver());
        ActionStore.Kept row = actions.change(course.kept(), approved, "Plan " + Digest.abbreviated(planId) + " is approved: "
                + reason.text() + ".");
        Instant plannedAt = clock.instant();
        Optional<Long> deployment;
        try {
            deployment = automatic.approveOrLater(reason.application(), planId, row.number(), reason.approver());
        } catch (ProblemException | RejectedInput | AdapterFault refusal) {
            if (attempt < PLANS && overtaken(refusal)) {
                // A replacement of what is lost does not wait for the next attempt because another application was planned meanwhile.
                actions.refused(row, course.begun(), "It plans again: " + String.valueOf(refusal.getMessage()).lines().findFirst()
                        .orElse("the plan was overtaken"));
                return plan(course, attempt + 1);
            }
            if (begun(course.kept(), row)) {
                return true;
            }
            actions.refused(row, planned.in(State.FAILED), sentence(failure(refusal)));
            return failed(course.retries(), reason);
        }
        course.retries().succeeded(reason.key());
        deployment.ifPresent(id -> {
            actions.change(row, approved.deployed(id), "Deployment " + id + " carries it out: " + reason.text() + ".");
            LOG.info("decision {}: deployment {} by {} for {}: {}", row.number(), id, reason.approver(), reason.application(),
                    reason.text());
        });
        measured(row, ActionCourse.planned(row.at(), plannedAt));
        return true;
    }

    /** A figure that cannot be written keeps nothing from being carried out. */
    private void measured(ActionStore.Kept row, DecisionRecord.Figure figure) {
        try {
            actions.measured(row, List.of(figure));
        } catch (RuntimeException fault) {
            LOG.warn("decision {} has no figure ({}): {}", row.number(), figure.name(), fault.getMessage());
        }
    }

    private static boolean overtaken(RuntimeException refusal) {
        return refusal instanceof ProblemException problem && problem.code().equals("resource-taken");
    }

    private boolean fail(ActionReason reason, ActionStore.Kept kept, Action begun, String outcome, Retries retries) {
        return keep(reason, kept, begun.in(State.FAILED), sentence(outcome)) || failed(retries, reason);
    }

    private static boolean failed(Retries retries, ActionReason reason) {
        retries.failed(reason.key());
        return false;
    }

    /**
     * Records the deployment that carries a decision out. Its approval may begin it late, also after the server that approved has ended
     * and while this one tries the decision again.
     *
     * @param earlier the decision as it was before this attempt
     * @param row the decision now
     * @return whether there is such a deployment
     */
    private boolean begun(ActionStore.Kept earlier, ActionStore.Kept row) {
        Action action = earlier.action();
        Optional<Long> deployment = action.state() == State.DECIDED && action.approvedBy().isPresent() && action.deploymentId().isEmpty()
                ? action.planId().flatMap(plan -> automatic.begunBy(earlier.application(), plan)) : Optional.empty();
        deployment.ifPresent(id -> actions.change(row, action.deployed(id), "Deployment " + id + " carries out its plan."));
        return deployment.isPresent();
    }

    /** A proposal that was not made yet has no row. @return whether a deployment carries out the decision already */
    private boolean keep(ActionReason reason, ActionStore.Kept kept, Action action, String outcome) {
        if (kept != null && begun(kept, kept)) {
            return true;
        }
        ActionStore.Kept row = kept == null ? actions.keep(reason.decided(outcome), action) : kept;
        if (row.action().state() != action.state() || !row.action().limit().equals(action.limit())) {
            actions.change(row, action, outcome);
        }
        return false;
    }

    private void hold(ActionReason reason, Autonomy autonomy, Limit limit) {
        String name = limit.name().equals("freeze") ? limit.text() : limit.name();
        actions.keep(reason.decided("It does nothing: " + limit.text()),
                action(reason, reason.key() + " HELD " + name + occurrence(reason), autonomy, State.HELD).limited(limit));
    }

    private static Action action(ActionReason reason, String key, Autonomy autonomy, State state) {
        return Action.of(key, reason.kind(), autonomy, state).about(reason.lostHosts(), reason.target().digest());
    }

    private static String occurrence(ActionReason reason) {
        return reason.occurrence().map(at -> " " + at).orElse("");
    }

    private static String failure(RuntimeException fault) {
        return "It failed: " + String.valueOf(fault.getMessage()).lines().findFirst().orElse("no reason is known");
    }

    /** The text with one full stop. */
    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
