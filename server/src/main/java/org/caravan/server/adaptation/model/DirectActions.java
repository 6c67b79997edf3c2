package org.caravan.server.adaptation.model;

import jakarta.annotation.PreDestroy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.caravan.adaptation.Action.Notify;
import org.caravan.adaptation.Action.Run;
import org.caravan.adaptation.Rule;
import org.caravan.adapter.CopyCommand;
import org.caravan.application.ApplicationModel;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.server.DaemonThreads;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.planning.TakeOvers;
import org.caravan.server.planning.Targets;
import org.caravan.unit.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Actions of rules that need no plan: messages, and commands in copies. The decision is stored first; a failure is repeated with growing
 * pauses and then recorded. Messages and commands each run on two threads of their own, so that slow receivers delay no command and slow
 * commands delay no message. An application has at most one command under way.
 */
@Component
class DirectActions {

    private static final Logger LOG = LoggerFactory.getLogger(DirectActions.class);
    private static final int THREADS = 2;
    private static final int ATTEMPTS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration COMMAND = Duration.ofSeconds(60);
    private static final Bytes OUTPUT = new Bytes(4 << 10);
    private static final int MOST_PER_HOUR = 60;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TURN = Duration.ofSeconds(1);
    private static final int MOST_KNOWN = 10_000;
    private static final String PART = "direct ";

    private final Choices choices;
    private final ActionStore actions;
    private final Webhooks webhooks;
    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final LeaderStatus leads;
    private final TakeOvers takeOvers;
    /** Decisions of this leadership. One that has ended stays, because a thread may have read its row before. */
    private final NavigableSet<Long> known = new ConcurrentSkipListSet<>();
    /** Applications with a command under way. */
    private final Set<String> commanded = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor messages = new ScheduledThreadPoolExecutor(THREADS, new DaemonThreads("rule-messages"));
    private final ScheduledThreadPoolExecutor commands = new ScheduledThreadPoolExecutor(THREADS, new DaemonThreads("rule-commands"));

    DirectActions(Choices choices, ActionStore actions, Webhooks webhooks, Targets targets, Infrastructures infrastructures,
            Adapters adapters, LeaderStatus leads, TakeOvers takeOvers) {
        this.takeOvers = takeOvers;
        this.choices = choices;
        this.actions = actions;
        this.webhooks = webhooks;
        this.targets = targets;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.leads = leads;
    }

    /** A message, as JSON. @param figures values in base units by name and unit */
    record Message(String application, String rule, long decision, Instant at, String cause, List<DecisionRecord.Figure> figures) {}

    /** @param before number of attempts before. @param copies progress of a command */
    private record Attempt(ActionStore.Kept kept, org.caravan.adaptation.Action action, DecisionRecord cause, int before,
            CopyCommands copies) {

        Attempt next() {
            return new Attempt(kept, action, cause, before + 1, copies);
        }
    }

    static boolean isDirect(org.caravan.adaptation.Action action) {
        return action instanceof Notify || action instanceof Run;
    }

    /** Stores and begins the direct actions of a rule that is due. @return whether any was begun, not held or only observed */
    boolean begin(ApplicationModel model, DueRule due, DeploymentPlan target) {
        RuleCase now = RuleCase.of(model, due, target);
        boolean begun = false;
        Optional<Limit> unapproved = unapproved(model, target);
        for (int i = 0; i < due.rule().actions().size(); i++) {
            org.caravan.adaptation.Action action = due.rule().actions().get(i);
            if (isDirect(action)) {
                begun |= begin(now, action, RuleCase.keyOf(model.name(), due.rule().id()) + PART + i + " ", unapproved);
            }
        }
        return begun;
    }

    private Optional<Limit> unapproved(ApplicationModel model, DeploymentPlan target) {
        return Efforts.unapproved(model, target, takeOvers.byAnother(model.name()));
    }

    /** What does not act has the same key in each round while the rule is due, so it is stored once. */
    private boolean begin(RuleCase now, org.caravan.adaptation.Action action, String key, Optional<Limit> unapproved) {
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
        attempt(new Attempt(actions.keep(decided, Action.of(key + now.due().at(), kind, autonomy, State.DECIDED)), action, decided, 0,
                new CopyCommands()), Duration.ZERO);
        return true;
    }

    private Optional<Limit> perHour(String application) {
        return actions.direct(application, HOUR) < MOST_PER_HOUR ? Optional.empty() : Optional.of(new Limit("direct-actions-per-hour",
                "Rules of the application began " + MOST_PER_HOUR + " messages and commands within an hour.", Optional.empty()));
    }

    private Optional<Limit> limit(String application, org.caravan.adaptation.Action action) {
        if (action instanceof Notify notify) {
            return webhooks.refusal(notify.address()).map(text -> new Limit("message-origins", text, Optional.empty()));
        }
        return choices.freeze(application).map(Limits.Freeze::limit);
    }

    private static String what(org.caravan.adaptation.Action action) {
        return action instanceof Notify notify ? "send a message to " + URI.create(notify.address()).getHost()
                : action instanceof Run run ? "run " + run.words().get(0) + " in " + run.componentId() : "";
    }

    /** Goes on with what a former leader began: messages are sent again; whether a command ran is not known, so it does not run again. */
    void resume(ApplicationModel model) {
        for (ActionStore.Kept kept : actions.open()) {
            boolean ours = kept.application().equals(model.name()) && (kept.action().kind() == ActionKind.NOTIFY
                    || kept.action().kind() == ActionKind.RUN) && !known.contains(kept.number());
            if (ours) {
                Optional<org.caravan.adaptation.Action> action = of(model, kept.action().key());
                Optional<Limit> unapproved = targets.target(model.name()).flatMap(target -> unapproved(model, target));
                if (action.filter(Notify.class::isInstance).isPresent() && unapproved.isPresent()) {
                    hold(kept, unapproved.get());
                } else if (action.filter(Notify.class::isInstance).isPresent()) {
                    attempt(new Attempt(kept, action.get(), DecisionRecord.of(BuiltInRule.MODEL_RULE,
                            actions.cause(kept.number()), ""), 0, new CopyCommands()), Duration.ZERO);
                } else {
                    actions.change(kept, kept.action().in(State.FAILED), "The server that began it ended; it is not known whether it was "
                            + "carried out, so it is not repeated.");
                }
            }
        }
    }

    /** Ends what waits for applications that run no rules. */
    void lapseOthers(Set<String> running) {
        for (ActionStore.Kept kept : actions.open()) {
            boolean direct = kept.action().kind() == ActionKind.NOTIFY || kept.action().kind() == ActionKind.RUN;
            if (direct && !running.contains(kept.application())) {
                actions.changeIfUnchanged(kept, kept.action().in(State.LAPSED), "The rule does not exist any more.");
            }
        }
    }

    private void hold(ActionStore.Kept kept, Limit limit) {
        actions.change(kept, kept.action().limited(limit), "It does nothing more: " + limit.text());
    }

    private static Optional<org.caravan.adaptation.Action> of(ApplicationModel model, String key) {
        String[] words = key.split(" ");
        Optional<Rule> rule = RuleCase.ruleOf(key).flatMap(id -> model.supplement().adaptation().rules().stream()
                .filter(one -> one.id().equals(id)).findFirst());
        int index = Integer.parseInt(words[4]);
        return rule.filter(one -> index < one.actions().size()).map(one -> one.actions().get(index));
    }

    private void attempt(Attempt attempt, Duration pause) {
        known.add(attempt.kept().number());
        if (known.size() > MOST_KNOWN) {
            known.pollFirst();
        }
        (attempt.action() instanceof Run ? commands : messages).schedule(() -> inTurn(attempt), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A command waits while another one of its application is under way. */
    private void inTurn(Attempt attempt) {
        String application = attempt.kept().application();
        if (attempt.action() instanceof Notify) {
            carryOut(attempt);
        } else if (commanded.add(application)) {
            try {
                carryOut(attempt);
            } finally {
                commanded.remove(application);
            }
        } else {
            attempt(attempt, TURN);
        }
    }

    private void carryOut(Attempt attempt) {
        ActionStore.Kept kept = attempt.kept();
        try {
            if (!leads.now()) {
                known.remove(kept.number());
                return;
            }
            if (actions.find(kept.action().key()).filter(now -> now.action().state() == State.DECIDED).isEmpty()) {
                return;
            }
            Optional<Limit> limit = limit(kept.application(), attempt.action());
            if (limit.isPresent()) {
                hold(kept, limit.get());
                return;
            }
            ended(attempt, attempt.action() instanceof Notify notify ? new CopyCommands.Result(sent(attempt, notify), true)
                    : ran(attempt, (Run) attempt.action()));
        } catch (RuntimeException fault) {
            LOG.warn("decision {} is not carried out: {}", kept.number(), fault.getMessage());
            known.remove(kept.number());
        }
    }

    private void ended(Attempt attempt, CopyCommands.Result result) {
        ActionStore.Kept kept = attempt.kept();
        int attempts = attempt.before() + 1;
        if (result.failure().isEmpty()) {
            actions.change(kept, kept.action().in(State.DONE), "Done, by attempt " + attempts + ": " + what(attempt.action()) + ".");
        } else if (!result.repeatable()) {
            actions.change(kept, kept.action().in(State.FAILED), "It failed in attempt " + attempts + " and is not repeated: "
                    + result.failure().get() + ".");
        } else if (attempts == ATTEMPTS) {
            actions.change(kept, kept.action().in(State.FAILED), "It failed in " + attempts + " attempts: " + result.failure().get() + ".");
        } else {
            attempt(attempt.next(), FIRST_PAUSE.multipliedBy(1L << attempt.before()));
        }
    }

    private Optional<String> sent(Attempt attempt, Notify notify) {
        ActionStore.Kept kept = attempt.kept();
        String rule = RuleCase.ruleOf(kept.action().key()).orElse("");
        return webhooks.send(notify.address(), Json.write(new Message(kept.application(), rule, kept.number(), kept.at(),
                attempt.cause().cause(), attempt.cause().figures())), kept.application() + "-" + kept.number());
    }

    private CopyCommands.Result ran(Attempt attempt, Run run) {
        String application = attempt.kept().application();
        List<InstancePlacement> copies = targets.target(application).stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals(run.componentId())).toList();
        if (copies.isEmpty()) {
            return new CopyCommands.Result(Optional.of("no copy of " + run.componentId() + " runs"), true);
        }
        CopyCommand command = new CopyCommand(run.words(), COMMAND, OUTPUT);
        return attempt.copies().attempt(copies, placed -> infrastructures.current().stream().flatMap(all -> all.hosts().stream())
                .filter(host -> host.id().equals(placed.hostId())).findFirst()
                .map(host -> adapters.of(host).exec(host, placed.copy(application), command)));
    }

    @PreDestroy
    void end() {
        messages.shutdownNow();
        commands.shutdownNow();
    }
}
