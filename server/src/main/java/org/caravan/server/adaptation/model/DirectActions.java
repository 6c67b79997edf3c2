package org.caravan.server.adaptation.model;

import jakarta.annotation.PreDestroy;
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
import java.util.stream.Collectors;
import org.caravan.adaptation.Action.Notify;
import org.caravan.adaptation.Action.Run;
import org.caravan.adaptation.Rule;
import org.caravan.adapter.CopyCommand;
import org.caravan.application.ApplicationModel;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Limit;
import org.caravan.server.DaemonThreads;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
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
class DirectActions implements DirectCourse {

    private static final Logger LOG = LoggerFactory.getLogger(DirectActions.class);
    private static final int THREADS = 2;
    private static final int ATTEMPTS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration COMMAND = Duration.ofSeconds(60);
    private static final Bytes OUTPUT = new Bytes(4 << 10);
    private static final Duration TURN = Duration.ofSeconds(1);
    private static final int MOST_KNOWN = 10_000;

    private final DirectVerdicts verdicts;
    private final ActionStore actions;
    private final Webhooks webhooks;
    private final Mails mails;
    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final LeaderStatus leads;
    /** Decisions of this leadership. One that has ended stays, because a thread may have read its row before. */
    private final NavigableSet<Long> known = new ConcurrentSkipListSet<>();
    /** Applications with a command under way. */
    private final Set<String> commanded = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor messages = new ScheduledThreadPoolExecutor(THREADS, new DaemonThreads("rule-messages"));
    private final ScheduledThreadPoolExecutor commands = new ScheduledThreadPoolExecutor(THREADS, new DaemonThreads("rule-commands"));

    DirectActions(Choices choices, ActionStore actions, Webhooks webhooks, Mails mails, Targets targets,
            Infrastructures infrastructures, Adapters adapters, LeaderStatus leads, RunningModels running) {
        this.verdicts = new DirectVerdicts(choices, actions, address -> new Notify(address).mail().map(mails::refusal)
                .orElseGet(() -> webhooks.refusal(address)), running::limit);
        this.actions = actions;
        this.webhooks = webhooks;
        this.mails = mails;
        this.targets = targets;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.leads = leads;
    }

    /** A message, as JSON. @param figures values in base units by name and unit */
    record Message(String application, String rule, long decision, Instant at, String cause, List<DecisionRecord.Figure> figures) {

        String subject() {
            return "Caravan: rule " + rule + " of " + application;
        }

        /** For people, by e-mail. */
        String text() {
            return cause + "\n\n" + figures.stream().map(figure -> figure.name() + ": " + figure.value() + " " + figure.unit())
                    .map(String::strip).collect(Collectors.joining("\n")) + "\n\nDecision " + decision + " of " + at
                    + ": caravan decisions " + application + "\n";
        }
    }

    /** @param before number of attempts before. @param copies progress of a command */
    private record Attempt(ActionStore.Kept kept, org.caravan.adaptation.Action action, DecisionRecord cause, int before,
            CopyCommands copies) {

        Attempt next() {
            return new Attempt(kept, action, cause, before + 1, copies);
        }
    }

    @Override
    public boolean begin(ApplicationModel model, DueRule due, DeploymentPlan target) {
        return verdicts.begin(model, due, target, (kept, action, decided) -> attempt(new Attempt(kept, action, decided, 0,
                new CopyCommands()), Duration.ZERO));
    }

    /** Messages are sent again; whether a command ran is not known, so it does not run again. */
    @Override
    public void resume(ApplicationModel model) {
        for (ActionStore.Kept kept : actions.open()) {
            boolean ours = kept.application().equals(model.name()) && (kept.action().kind() == ActionKind.NOTIFY
                    || kept.action().kind() == ActionKind.RUN) && !known.contains(kept.number());
            if (ours) {
                Optional<org.caravan.adaptation.Action> action = of(model, kept.action().key());
                Optional<Limit> unapproved = targets.target(model.name()).flatMap(target -> verdicts.unapproved(model, target));
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

    @Override
    public void lapseOthers(Set<String> running) {
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
            Optional<Limit> limit = verdicts.limit(kept.application(), attempt.action());
            if (limit.isPresent()) {
                hold(kept, limit.get());
                return;
            }
            ended(attempt, attempt.action() instanceof Notify notify ? sent(attempt, notify)
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
            actions.change(kept, kept.action().in(State.DONE), "Done, by attempt " + attempts + ": "
                    + DirectVerdicts.what(attempt.action()) + ".");
        } else if (!result.repeatable()) {
            actions.change(kept, kept.action().in(State.FAILED), "It failed in attempt " + attempts + " and is not repeated: "
                    + result.failure().get() + ".");
        } else if (attempts == ATTEMPTS) {
            actions.change(kept, kept.action().in(State.FAILED), "It failed in " + attempts + " attempts: " + result.failure().get() + ".");
        } else {
            attempt(attempt.next(), FIRST_PAUSE.multipliedBy(1L << attempt.before()));
        }
    }

    private CopyCommands.Result sent(Attempt attempt, Notify notify) {
        ActionStore.Kept kept = attempt.kept();
        Message message = new Message(kept.application(), RuleCase.ruleOf(kept.action().key()).orElse(""), kept.number(), kept.at(),
                attempt.cause().cause(), attempt.cause().figures());
        String id = kept.application() + "-" + kept.number();
        return notify.mail().map(address -> mails.send(address, message.subject(), message.text(), id))
                .orElseGet(() -> new CopyCommands.Result(webhooks.send(notify.address(), Json.write(message), id), true));
    }

    private CopyCommands.Result ran(Attempt attempt, Run run) {
        String application = attempt.kept().application();
        List<InstancePlacement> copies = targets.target(application).stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals(run.componentId())).toList();
        if (copies.isEmpty()) {
            return new CopyCommands.Result(Optional.of("no copy of " + run.componentId() + " runs"), true);
        }
        CopyCommand command = new CopyCommand(run.words(), COMMAND, OUTPUT);
        return attempt.copies().attempt(copies, placed -> infrastructures.current().flatMap(all -> all.findHost(placed.hostId()))
                .map(host -> adapters.of(host).exec(host, placed.copy(application), command)));
    }

    @PreDestroy
    void end() {
        messages.shutdownNow();
        commands.shutdownNow();
    }
}
