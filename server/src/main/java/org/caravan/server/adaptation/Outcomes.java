package org.caravan.server.adaptation;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunSummary;
import org.caravan.rules.ActionKind;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore.Kept;
import org.caravan.server.deployment.Approvals;
import org.caravan.server.planning.Targets;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Follows decided actions to their end: whichever server decided them, the leader records how they ended. */
@Component
public class Outcomes {

    /** Longer than planning, approval and hand-over to the broker take together. */
    private static final Duration UNDECIDED = Duration.ofMinutes(10);
    /** Time after which a plan that a rule approved does not begin any more: a full disk or a busy broker delays it less. */
    private static final Duration UNBEGUN = Duration.ofMinutes(30);
    /** Actions by a plan of which it is unknown here whether their reason has gone. If it has not, the next attempt continues them. */
    private static final Set<ActionKind> PLANNED = EnumSet.of(ActionKind.SCALE_OUT, ActionKind.SCALE_IN, ActionKind.REPLAN,
            ActionKind.RESTART, ActionKind.DRAIN, ActionKind.RESERVE, ActionKind.KEEP_PROMISE, ActionKind.FOLLOW,
            ActionKind.SAVE);

    private final ActionLog actions;
    private final BiFunction<String, String, Optional<Long>> begunBy;
    private final Targets targets;
    private final LongFunction<Optional<ExecutionReport>> runs;
    private final Clock clock;

    @Autowired
    Outcomes(ActionLog actions, Approvals approvals, Targets targets, RunStore runs, Clock clock) {
        this(actions, approvals::begunBy, targets, runs::run, clock);
    }

    /**
     * @param begunBy deployment that a plan of an application began; empty if it began none
     * @param runs deployments by id
     */
    public Outcomes(ActionLog actions, BiFunction<String, String, Optional<Long>> begunBy, Targets targets,
            LongFunction<Optional<ExecutionReport>> runs, Clock clock) {
        this.clock = clock;
        this.actions = actions;
        this.begunBy = begunBy;
        this.targets = targets;
        this.runs = runs;
    }

    /** @param lost ids of hosts that do not answer now */
    public void look(Set<String> lost) {
        actions.open().forEach(kept -> look(kept, Optional.of(lost)));
    }

    /** As {@link #look}, if it is unknown which hosts are lost: proposals to replace copies stay. */
    public void look() {
        actions.open().forEach(kept -> look(kept, Optional.empty()));
    }

    private void look(Kept kept, Optional<Set<String>> lost) {
        Action action = kept.action();
        if (action.deploymentId().isPresent()) {
            runs.apply(action.deploymentId().get()).filter(run -> !run.state().underWay()).ifPresent(run -> ended(kept, run));
            return;
        }
        Optional<Long> continued = continued(action);
        if (continued.isPresent()) {
            actions.changeIfUnchanged(kept, action.deployed(continued.get()), "Deployment " + continued.get() + " goes on.");
            return;
        }
        Optional<Long> deployment = action.planId().flatMap(plan -> begunBy.apply(kept.application(), plan));
        if (deployment.isPresent()) {
            actions.changeIfUnchanged(kept, action.deployed(deployment.get()), "Deployment " + deployment.get() + " carries out its plan.");
        } else if (action.targetId().filter(target -> !isTarget(kept.application(), target)).isPresent()) {
            actions.changeIfUnchanged(kept, action.in(State.LAPSED), "Another plan became the target.");
        } else if ((action.state() != State.DECIDED || forgotten(kept, UNDECIDED)) && action.kind() == ActionKind.REPLACE
                && lost.filter(hosts -> action.hostIds().stream().noneMatch(hosts::contains)).isPresent()) {
            actions.changeIfUnchanged(kept, action.in(State.LAPSED), "The hosts answer again, so the plan is not necessary.");
        } else if (action.state() == State.DECIDED && PLANNED.contains(action.kind()) && forgotten(kept, UNBEGUN)) {
            actions.changeIfUnchanged(kept, action.in(State.LAPSED), "It was not carried out: the server ended, or its approval was lost.");
        } else if (action.state() == State.PROPOSED && action.expires().filter(clock.instant()::isAfter).isPresent()) {
            actions.changeIfUnchanged(kept, action.in(State.EXPIRED), "Nobody approved the plan until " + action.expires().get() + ".");
        }
    }

    /** A deployment that is to be completed and that went on without its decision: the server that decided ended before it was recorded. */
    private Optional<Long> continued(Action action) {
        return Completion.of(action.key()).filter(completion -> action.state() == State.DECIDED && runs.apply(completion.runId())
                .filter(run -> run.attempt() > completion.attempt()).isPresent()).map(Completion::runId);
    }

    /** The server that decided ended before the approval, or the approval was lost: nothing continues it if its reason has gone. */
    private boolean forgotten(Kept kept, Duration limit) {
        return kept.at().plus(limit).isBefore(clock.instant());
    }

    private boolean isTarget(String application, String digest) {
        return targets.target(application).filter(target -> target.digest().equals(digest)).isPresent();
    }

    private void ended(Kept kept, ExecutionReport run) {
        actions.measured(kept, ActionCourse.of(kept.at(), run));
        String name = "Deployment " + run.runId();
        boolean waits = run.state() == RunState.FAILED
                && new RunSummary(run.runId(), run.application(), run.state(), run.startedAt(), run.endedAt(), run.error()).hostUnreached();
        String why = run.error().map(error -> error.lines().findFirst().orElse("")).orElse("");
        if (run.state() == RunState.DONE) {
            actions.changeIfUnchanged(kept, kept.action().in(State.DONE), name + " is done.");
        } else if (waits) {
            actions.changeIfUnchanged(kept, kept.action().in(State.DONE), name
                    + " is done except on hosts that do not answer: what is there is removed when they are back.");
        } else if (run.state() == RunState.UNDONE) {
            actions.changeIfUnchanged(kept, kept.action().in(State.UNDONE), name + " failed and was undone: " + why);
        } else {
            actions.changeIfUnchanged(kept, kept.action().in(State.FAILED), name + " failed: " + why);
        }
    }
}
