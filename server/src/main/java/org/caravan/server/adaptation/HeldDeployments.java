package org.caravan.server.adaptation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Finding.HostsBack;
import org.caravan.rules.HeldDeployment;
import org.caravan.rules.Limit;
import org.caravan.rules.Limits;
import org.caravan.server.Settings;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/** Deployments that only wait for unreachable hosts, and their completion. */
@Component
class HeldDeployments {

    /** Between the end of a completion after which the deployment waits again, and the next one. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final RunStore runs;
    private final Targets targets;
    private final Choices choices;
    private final ActionStore actions;
    private final AutomaticApproval automatic;
    private final Limits limits;
    private final Clock clock;

    HeldDeployments(RunStore runs, Targets targets, Choices choices, ActionStore actions, AutomaticApproval automatic, Settings settings,
            Clock clock) {
        this.runs = runs;
        this.targets = targets;
        this.choices = choices;
        this.actions = actions;
        this.automatic = automatic;
        this.limits = settings.adaptation().limits();
        this.clock = clock;
    }

    List<HeldDeployment> all() {
        return runs.latestRuns().stream().filter(run -> run.state() == RunState.FAILED && run.hostUnreached())
                .map(run -> new HeldDeployment(run.application(), run.runId(), hosts(run.application()))).toList();
    }

    private Set<String> hosts(String application) {
        Set<String> hosts = new TreeSet<>(runs.footprint(application));
        targets.target(application).ifPresent(plan -> hosts.addAll(plan.instances().stream().map(InstancePlacement::hostId)
                .collect(Collectors.toSet())));
        return hosts;
    }

    /**
     * Completes a deployment whose hosts are back. A completion that was refused is not repeated; a person can resume the deployment. One
     * after which the deployment waits for hosts again is repeated after a pause, whether or not it made another attempt: a host that
     * answers a look may not answer the deployment yet, for example while its system starts.
     */
    void complete(HostsBack back) {
        Optional<ExecutionReport> run = runs.run(back.runId());
        Optional<Instant> lastEnd = run.flatMap(ExecutionReport::endedAt);
        if (lastEnd.filter(ended -> clock.instant().isBefore(ended.plus(PAUSE))).isPresent()
                && actions.lastRan(back.application(), Completion.ofAnyAttempt(back.application(), back.runId())).isPresent()) {
            return;
        }
        String first = new Completion(back.application(), back.runId(), run.map(ExecutionReport::attempt).orElse(0)).key();
        Optional<Instant> waitsAgain = lastEnd.filter(ended -> actions.find(first)
                .filter(before -> !before.action().state().open() && before.at().isBefore(ended)).isPresent());
        String key = first + waitsAgain.map(ended -> " " + ended).orElse("");
        Autonomy autonomy = choices.autonomy(back.application(), ActionKind.COMPLETE);
        Optional<Limit> limit = limits.beforePlanning(choices.freeze(back.application()), List.of(), clock.instant());
        if (autonomy != Autonomy.AUTOMATIC || limit.isPresent()) {
            Action held = Action.of(key + " not", ActionKind.COMPLETE, autonomy, State.OBSERVED);
            actions.keep(decided(back, limit.map(one -> "It does nothing: " + one.text())
                    .orElse("Its owner wants to be asked: caravan resume " + back.application() + ".")),
                    limit.map(held::limited).orElse(held));
            return;
        }
        ActionStore.Kept kept = actions.keep(decided(back, "It completes deployment " + back.runId() + "."),
                Action.of(key, ActionKind.COMPLETE, autonomy, State.DECIDED));
        if (kept.action().state() != State.DECIDED) {
            return;
        }
        String by = "rule " + BuiltInRule.HOST_BACK.word();
        try {
            automatic.resume(back.application(), back.runId(), kept.number(), by);
            actions.change(kept, kept.action().approved(by).deployed(back.runId()), "Deployment " + back.runId() + " goes on.");
        } catch (ProblemException refusal) {
            actions.change(kept, kept.action().in(State.FAILED), "It failed: " + refusal.getMessage());
        }
    }

    private static DecisionRecord decided(HostsBack back, String outcome) {
        return DecisionRecord.of(BuiltInRule.HOST_BACK, "All hosts that deployment " + back.runId() + " waited for answer again.", outcome)
                .by(back.application())
                .about(back.hostIds()).with("hosts", back.hostIds().size());
    }
}
