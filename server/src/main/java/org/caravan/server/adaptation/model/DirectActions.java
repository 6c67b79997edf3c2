package org.caravan.server.adaptation.model;

import jakarta.annotation.PreDestroy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.caravan.adaptation.Action.Notify;
import org.caravan.adaptation.Action.Run;
import org.caravan.adaptation.Rule;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Host;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
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
 * pauses and then recorded. They run on threads of their own, so that a slow receiver delays no other action.
 */
@Component
class DirectActions {

    private static final Logger LOG = LoggerFactory.getLogger(DirectActions.class);
    private static final int THREADS = 2;
    private static final int ATTEMPTS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration COMMAND = Duration.ofSeconds(60);
    private static final Bytes OUTPUT = new Bytes(4 << 10);
    private static final int SHOWN = 200;
    private static final int MOST_KNOWN = 10_000;
    private static final String PART = "direct ";

    private final Choices choices;
    private final ActionStore actions;
    private final Webhooks webhooks;
    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final LeaderStatus leads;
    /** Decisions of this leadership. One that has ended stays, because a thread may have read its row before. */
    private final NavigableSet<Long> known = new ConcurrentSkipListSet<>();
    private final ScheduledThreadPoolExecutor work = new ScheduledThreadPoolExecutor(THREADS, new DaemonThreads("direct-actions"));

    DirectActions(Choices choices, ActionStore actions, Webhooks webhooks, Targets targets, Infrastructures infrastructures,
            Adapters adapters, LeaderStatus leads) {
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

    /** @param before number of attempts before */
    private record Attempt(ActionStore.Kept kept, org.caravan.adaptation.Action action, DecisionRecord cause, int before) {}

    static boolean isDirect(org.caravan.adaptation.Action action) {
        return action instanceof Notify || action instanceof Run;
    }

    /** Stores and begins the direct actions of a rule that is due. */
    void begin(ApplicationModel model, DueRule due, DeploymentPlan target) {
        RuleCase now = RuleCase.of(model, due, target);
        for (int i = 0; i < due.rule().actions().size(); i++) {
            org.caravan.adaptation.Action action = due.rule().actions().get(i);
            if (isDirect(action)) {
                begin(now, action, RuleCase.keyOf(model.name(), due.rule().id()) + PART + i + " " + due.at());
            }
        }
    }

    private void begin(RuleCase now, org.caravan.adaptation.Action action, String key) {
        ActionKind kind = action instanceof Notify ? ActionKind.NOTIFY : ActionKind.RUN;
        Autonomy autonomy = choices.autonomy(now.application(), kind);
        String what = what(action);
        Optional<Limit> limit = limit(now.application(), action);
        if (autonomy != Autonomy.AUTOMATIC) {
            actions.keep(now.decided("It would have done so: " + what + "; its owner wants it to "
                    + (autonomy == Autonomy.OBSERVE ? "observe only." : "ask, and no plan can wait for approval.")),
                    Action.of(key, kind, autonomy, State.OBSERVED));
        } else if (limit.isPresent()) {
            actions.keep(now.decided("It does nothing: " + limit.get().text()),
                    Action.of(key, kind, autonomy, State.HELD).limited(limit.get()));
        } else {
            DecisionRecord decided = now.decided("It begins to " + what + ".");
            attempt(new Attempt(actions.keep(decided, Action.of(key, kind, autonomy, State.DECIDED)), action, decided, 0), Duration.ZERO);
        }
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
                if (action.filter(Notify.class::isInstance).isPresent()) {
                    attempt(new Attempt(kept, action.get(), DecisionRecord.of(BuiltInRule.MODEL_RULE,
                            actions.cause(kept.number()), ""), 0), Duration.ZERO);
                } else {
                    actions.change(kept, kept.action().in(State.FAILED), "The server that began it ended; it is not known whether it was "
                            + "carried out, so it is not repeated.");
                }
            }
        }
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
        work.schedule(() -> carryOut(attempt), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void carryOut(Attempt attempt) {
        try {
            if (!leads.now()) {
                known.remove(attempt.kept().number());
                return;
            }
            Optional<String> failure = attempt.action() instanceof Notify notify ? sent(attempt, notify)
                    : ran(attempt.kept().application(), (Run) attempt.action());
            int attempts = attempt.before() + 1;
            ActionStore.Kept kept = attempt.kept();
            if (failure.isEmpty()) {
                actions.change(kept, kept.action().in(State.DONE), "Done, by attempt " + attempts + ": " + what(attempt.action()) + ".");
            } else if (attempts == ATTEMPTS) {
                actions.change(kept, kept.action().in(State.FAILED), "It failed in " + attempts + " attempts: " + failure.get() + ".");
            } else {
                attempt(new Attempt(kept, attempt.action(), attempt.cause(), attempts), FIRST_PAUSE.multipliedBy(1L << attempt.before()));
            }
        } catch (RuntimeException fault) {
            LOG.warn("decision {} is not carried out: {}", attempt.kept().number(),
                    fault.getMessage());
            known.remove(attempt.kept().number());
        }
    }

    private Optional<String> sent(Attempt attempt, Notify notify) {
        ActionStore.Kept kept = attempt.kept();
        String rule = RuleCase.ruleOf(kept.action().key()).orElse("");
        return webhooks.send(notify.address(), Json.write(new Message(kept.application(), rule, kept.number(), kept.at(),
                attempt.cause().cause(), attempt.cause().figures())), kept.application() + "-" + kept.number());
    }

    /** @return the first failure, without a full stop; empty if the command ended with 0 in all copies */
    private Optional<String> ran(String application, Run run) {
        List<InstancePlacement> copies = targets.target(application).stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals(run.componentId())).toList();
        if (copies.isEmpty()) {
            return Optional.of("no copy of " + run.componentId() + " runs");
        }
        List<String> failures = new ArrayList<>();
        for (InstancePlacement placed : copies) {
            try {
                Host host = infrastructures.required().host(placed.hostId());
                CopyCommand.Outcome outcome = adapters.of(host).exec(host, placed.copy(application),
                        new CopyCommand(run.words(), COMMAND, OUTPUT));
                if (outcome.exitCode() != 0) {
                    String said = outcome.errorOutput().lines().findFirst().orElse("");
                    failures.add(placed.instance() + (outcome.timedOut() ? " did not end within " + COMMAND.toSeconds() + " s"
                            : " ended with " + outcome.exitCode()) + (said.isEmpty() ? "" : " (" + said.substring(0,
                                    Math.min(SHOWN, said.length())) + ")"));
                }
            } catch (AdapterFault fault) {
                failures.add(placed.instance() + ": " + String.valueOf(fault.getMessage()).lines().findFirst().orElse("")
                        .replaceFirst("\\.$", ""));
            }
        }
        return failures.stream().findFirst();
    }

    @PreDestroy
    void end() {
        work.shutdownNow();
    }
}
