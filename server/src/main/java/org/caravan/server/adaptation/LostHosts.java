package org.caravan.server.adaptation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.ApplicationModel;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Finding.HostLost;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.rules.PastAction;
import org.caravan.server.Settings;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.model.Models;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Replaces the copies of an application on lost hosts: checks limits, plans, checks the limits of the plan, approves. Each verdict is
 * stored once for a target and a set of lost hosts, so a new leader continues what another one began, and repeated findings change
 * nothing.
 */
@Component
class LostHosts {

    private static final Logger LOG = LoggerFactory.getLogger(LostHosts.class);

    /** States after which nothing is left to do for the same target and the same lost hosts. */
    private static final Set<State> SETTLED = Set.of(State.DEPLOYING, State.DONE, State.UNDONE, State.PROPOSED, State.EXPIRED);

    private final Targets targets;
    private final Models models;
    private final Choices choices;
    private final ActionStore actions;
    private final AutomaticPlans plans;
    private final AutomaticApproval automatic;
    private final Limits limits;
    private final Duration proposalDeadline;
    private final Clock clock;
    /** Pauses after failures, by key of the case. */
    private final Retries retries = new Retries();

    LostHosts(Targets targets, Models models, Choices choices, ActionStore actions, AutomaticPlans plans, AutomaticApproval automatic,
            Settings settings, Clock clock) {
        this.targets = targets;
        this.models = models;
        this.choices = choices;
        this.actions = actions;
        this.plans = plans;
        this.automatic = automatic;
        this.proposalDeadline = settings.adaptation().proposalDeadline();
        this.limits = settings.adaptation().limits();
        this.clock = clock;
    }

    /**
     * One application that lost hosts.
     *
     * @param lost findings about hosts with instances of the target
     * @param unusable all lost hosts
     * @param avoided hosts that automatic plans avoid
     * @param stateful ids of components that keep data on their host
     */
    private record Case(DeploymentPlan target, List<HostLost> lost, Set<String> unusable, Set<String> avoided, Set<String> stateful) {

        String application() {
            return target.application();
        }

        Set<String> hostIds() {
            return lost.stream().map(HostLost::hostId).collect(Collectors.toCollection(TreeSet::new));
        }

        List<String> instances() {
            return target.instances().stream().filter(placed -> hostIds().contains(placed.hostId()))
                    .map(placed -> placed.instance().toString()).toList();
        }

        /** Instances that cannot run elsewhere, because their data is only on a lost host. */
        List<String> staying() {
            return target.instances().stream().filter(placed -> hostIds().contains(placed.hostId()))
                    .filter(placed -> stateful.contains(placed.instance().componentId()))
                    .map(placed -> placed.instance().toString()).toList();
        }

        List<String> leaving() {
            return instances().stream().filter(instance -> !staying().contains(instance)).toList();
        }

        String key() {
            return "replace " + application() + " " + String.join(",", hostIds()) + " " + target.digest();
        }
    }

    /** Forgets pauses after failures, when no host is lost. */
    void noneLost() {
        retries.clear();
    }

    /** Handles the loss for one application. Repeatable: does nothing if the decision was made before. */
    void handle(String application, List<HostLost> lost, Set<String> avoided) {
        Optional<DeploymentPlan> target = targets.target(application);
        Set<String> used = target.map(plan -> plan.instances().stream().map(placed -> placed.hostId()).collect(Collectors.toSet()))
                .orElse(Set.of());
        List<HostLost> ours = lost.stream().filter(finding -> used.contains(finding.hostId())).toList();
        if (!ours.isEmpty()) {
            Case now = new Case(target.orElseThrow(), ours,
                    lost.stream().map(HostLost::hostId).collect(Collectors.toCollection(TreeSet::new)), avoided,
                    models.accepted(application).<Set<String>>map(ApplicationModel::statefulComponentIds).orElse(Set.of()));
            if (!retries.waits(now.key())) {
                handle(now);
            }
        }
    }

    private void handle(Case now) {
        Autonomy autonomy = choices.autonomy(now.application(), ActionKind.REPLACE);
        if (now.leaving().isEmpty()) {
            hold(now, autonomy, new Limit("stateful", remaining(now).strip(), Optional.empty()));
            return;
        }
        if (autonomy == Autonomy.OBSERVE) {
            keep(now, autonomy, State.OBSERVED, "It would have replaced " + String.join(", ", now.leaving())
                    + "; its owner wants it to observe only.");
            return;
        }
        List<PastAction> past = actions.past(now.application(), Duration.ofHours(1));
        Optional<Limit> limit = limits.beforePlanning(choices.freeze(now.application()),
                autonomy == Autonomy.AUTOMATIC ? past : List.of(), clock.instant());
        if (limit.isPresent()) {
            hold(now, autonomy, limit.get());
            return;
        }
        State verdict = autonomy == Autonomy.AUTOMATIC ? State.DECIDED : State.PROPOSED;
        Optional<ActionStore.Kept> known = actions.find(key(now, verdict, Optional.empty()));
        if (known.filter(kept -> SETTLED.contains(kept.action().state())).isEmpty()) {
            plan(now, autonomy, verdict, past);
        }
    }

    private void plan(Case now, Autonomy autonomy, State verdict, List<PastAction> past) {
        ActionStore.Kept kept = verdict == State.DECIDED
                ? keep(now, autonomy, verdict, "It plans a replacement of " + String.join(", ", now.leaving()) + ".") : null;
        try {
            AutomaticPlans.Made made = replacement(now);
            if (made.plan().isEmpty()) {
                fail(now, kept, autonomy, "Nothing can be placed: " + sentence(made.reasons().stream().findFirst()
                        .orElse("no reason is known")));
                return;
            }
            Effort effort = Efforts.of(now.target(), made.plan().get(), now.hostIds());
            Optional<Limit> limit = limit(now, made, effort, past);
            if (limit.isPresent()) {
                change(kept, now, autonomy, base(now, State.HELD, Optional.of(limit.get()), autonomy)
                        .planned(made.id(), made.diffText(), effort, Set.of()),
                        "It does nothing: " + limit.get().text());
                retries.failed(now.key());
                return;
            }
            Action planned = base(now, verdict, Optional.empty(), autonomy).planned(made.id(), made.diffText(), effort,
                    Efforts.receivers(now.target(), made.plan().get()));
            if (verdict == State.PROPOSED) {
                propose(now, planned.until(clock.instant().plus(proposalDeadline)));
            } else {
                approve(now, kept, planned);
            }
        } catch (ProblemException | RejectedInput | AdapterFault fault) {
            fail(now, kept, autonomy, "It failed: " + String.valueOf(fault.getMessage()).lines().findFirst().orElse("no reason is known"));
        }
    }

    private Optional<Limit> limit(Case now, AutomaticPlans.Made made, Effort effort, List<PastAction> past) {
        DeploymentPlan plan = made.plan().orElseThrow();
        return models.accepted(now.application()).flatMap(model -> Efforts.unapproved(Efforts.optional(model), now.target(), plan, now.hostIds())).or(() -> limits.ofPlan(effort,
                Efforts.disruption(now.target(), plan, now.hostIds()), Efforts.replicas(plan),
                models.accepted(now.application()).map(Efforts::minima).orElse(Map.of()), past, clock.instant()))
                .or(() -> limits.ofCost(made.centsBefore(), made.centsAfter()));
    }

    /**
     * Hosts that got copies of other applications from the same lost hosts are used only if nothing can be placed without them, so that
     * not all applications move to one host. So are hosts that were silent a short time ago.
     */
    private AutomaticPlans.Made replacement(Case now) {
        Set<String> settled = new TreeSet<>(now.avoided());
        settled.addAll(now.hostIds());
        Instant begin = now.lost().stream().map(HostLost::since).min(Comparator.naturalOrder()).orElseThrow();
        Set<String> spread = new TreeSet<>(settled);
        spread.addAll(actions.receivers(now.application(), now.hostIds(), begin));
        AutomaticPlans.Made made = plans.replacing(now.application(), spread);
        if (made.plan().isEmpty() && !spread.equals(settled)) {
            made = plans.replacing(now.application(), settled);
        }
        return made.plan().isEmpty() && !settled.equals(now.unusable()) ? plans.replacing(now.application(), now.unusable()) : made;
    }

    /** Why instances stay on a lost host; empty if none does. */
    private static String remaining(Case now) {
        List<String> stay = now.staying();
        return stay.isEmpty() ? "" : " " + String.join(", ", stay) + (stay.size() == 1 ? " stays" : " stay")
                + " unavailable on the lost host: the data is only there.";
    }

    /** The text with one full stop. */
    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** A proposal that lapsed is renewed if its reason is back. */
    private void propose(Case now, Action planned) {
        String plan = Digest.abbreviated(planned.planId().orElseThrow());
        String outcome = "Plan " + plan + " waits for approval until "
                + planned.expires().orElseThrow().truncatedTo(ChronoUnit.SECONDS) + ": caravan deploy " + now.application() + " --plan "
                + plan + ".";
        ActionStore.Kept kept = actions.keep(decided(now, outcome), planned);
        if (kept.action().state() == State.LAPSED) {
            actions.change(kept, planned, outcome);
        }
    }

    private void approve(Case now, ActionStore.Kept kept, Action planned) {
        String by = "rule " + BuiltInRule.HOST_LOST.word();
        actions.change(kept, planned.approved(by), "Plan " + Digest.abbreviated(planned.planId().orElseThrow()) + " is approved.");
        Optional<Long> begun = automatic.approveOrLater(now.application(), planned.planId().orElseThrow(), kept.number(), by);
        if (begun.isEmpty()) {
            return;
        }
        long deployment = begun.get();
        actions.change(kept, planned.approved(by).deployed(deployment), "Deployment " + deployment + " replaces "
                + String.join(", ", now.leaving()) + ".");
        retries.succeeded(now.key());
        LOG.info("decision {}: deployment {} replaces {} of {} on {}", kept.number(), deployment, now.leaving(), now.application(),
                now.hostIds());
    }

    private void fail(Case now, ActionStore.Kept kept, Autonomy autonomy, String outcome) {
        change(kept, now, autonomy, base(now, State.FAILED, Optional.empty(), autonomy), outcome);
        retries.failed(now.key());
    }

    /** A proposal that was not made yet has no row: its failure is stored as a decision of its own. */
    private void change(ActionStore.Kept kept, Case now, Autonomy autonomy, Action action, String outcome) {
        if (kept == null) {
            actions.keep(decided(now, outcome), action);
        } else if (!kept.action().state().equals(action.state()) || !kept.action().limit().equals(action.limit())) {
            actions.change(kept, action, outcome);
        }
    }

    private void hold(Case now, Autonomy autonomy, Limit limit) {
        actions.keep(decided(now, "It does nothing: " + limit.text()), base(now, State.HELD, Optional.of(limit), autonomy));
    }

    private ActionStore.Kept keep(Case now, Autonomy autonomy, State state, String outcome) {
        return actions.keep(decided(now, outcome), base(now, state, Optional.empty(), autonomy));
    }

    private static Action base(Case now, State state, Optional<Limit> limit, Autonomy autonomy) {
        Action action = Action.of(key(now, state, limit), ActionKind.REPLACE, autonomy, state).about(now.hostIds(), now.target().digest());
        return limit.map(action::limited).orElse(action);
    }

    private static String key(Case now, State state, Optional<Limit> limit) {
        return now.key() + " " + state + limit.map(one -> " " + (one.name().equals("freeze") ? one.text() : one.name())).orElse("");
    }

    private static DecisionRecord decided(Case now, String outcome) {
        HostLost first = now.lost().get(0);
        List<String> subjects = new ArrayList<>(now.hostIds());
        subjects.addAll(now.instances());
        String hosts = String.join(", ", now.hostIds());
        return DecisionRecord.of(BuiltInRule.HOST_LOST, hosts + (now.lost().size() == 1 ? " does" : " do") + " not answer since "
                + first.since()
                + " (" + first.detail().replaceFirst("\\.$", "") + "), while "
                        + first.answered() + " of " + first.hosts() + " hosts do." + remaining(now), outcome)
                .by(now.application()).about(subjects)
                .with("silence", first.silentMillis() / 1000.0, "s").with("threshold", first.thresholdMillis() / 1000.0, "s")
                .with("looks without answer", first.looks()).with("instances lost", now.instances().size());
    }
}
