package org.caravan.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.UnobservedHost;
import org.caravan.change.ChangeSet;
import org.caravan.change.CreatedCopy;
import org.caravan.change.ReconcileContext;
import org.caravan.change.Reconciler;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.Cancellation;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Journal;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RoundState;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.step.Executor;
import org.caravan.execution.time.Clock;
import org.caravan.plan.DeploymentPlan;

/**
 * Reconcile loop of one run: observes, reconciles and executes until no step is left. If a step fails and the model requires it,
 * the run is undone. Observes only hosts that may have copies of the application.
 */
final class RunLoop {

    private static final String WAY_BACK = "\nThis was the way back after: ";

    private final HostRegistry fleet;
    private final RunStore store;
    private final SecretSource secrets;
    private final Executor executor;
    private final Journal journal;
    private final ExecutionPolicy policy;
    private final Clock clock;
    private final Undo undo;
    private final Adoption adoption;

    RunLoop(HostRegistry fleet, RunStore store, SecretSource secrets, Executor executor, Journal journal, ExecutionPolicy policy,
            Clock clock,
            Adoption adoption) {
        this.fleet = fleet;
        this.store = store;
        this.secrets = secrets;
        this.executor = executor;
        this.journal = journal;
        this.policy = policy;
        this.clock = clock;
        this.undo = new Undo(fleet, store);
        this.adoption = adoption;
    }

    ChangeSet changes(DeploymentPlan plan, ObservedState seen, RoundState known) {
        Set<CreatedCopy> created = known.created().stream().filter(copy -> fleet.has(copy.hostId())).collect(Collectors.toSet());
        return Reconciler.reconcile(seen, plan, new ReconcileContext(known.entries(), known.unconfirmed(), created,
                secrets.of(plan.application()), known.others(), known.unsettled()));
    }

    /**
     * Result of a phase.
     *
     * @param error why the state does not match the plan, or may not match it; empty if it matches
     * @param undoable true if a step failed; false if a host was only unobserved, because an undo would not resolve that
     */
    private record Outcome(Optional<String> error, boolean undoable) {}

    /**
     * @return final state
     * @throws Stopped if the server shuts down; the run is then still under way
     */
    RunState drive(long runId, DeploymentPlan aim, Cancellation cancellation) {
        ExecutionReport run = store.run(runId).orElseThrow();
        Optional<String> back = run.undoPlanId();
        if (back.isPresent()) {
            // The run may have turned back since its aim was read.
            return goBack(run, store.plan(back.get()).orElseThrow(), cancellation.none());
        }
        run.cancel().ifPresent(earlier -> cancellation.heard());
        Outcome outcome = settle(runId, Phase.DEPLOY, aim, cancellation);
        boolean goesBack = outcome.undoable() && Undo.wanted(run);
        Optional<RunState> ended = goesBack ? Optional.empty() : cancellation.unlessWished(() -> end(runId, outcome.error()));
        return ended.orElseGet(() -> failed(run, aim, outcome, cancellation));
    }

    /** Handles a permanent step failure or a cancellation; both are treated alike. */
    private RunState failed(ExecutionReport run, DeploymentPlan aim, Outcome outcome, Cancellation cancellation) {
        boolean goesBack = Undo.wanted(run);
        String error = cancellation.wished() ? cancelled(run.runId(), goesBack) : outcome.error().orElseThrow();
        return goesBack ? undo(run, aim, error, cancellation.none()) : end(run.runId(), Optional.of(error));
    }

    private String cancelled(long runId, boolean goesBack) {
        return "It was cancelled by " + store.run(runId).flatMap(ExecutionReport::cancel).orElseThrow().by() + ".\nMaybe "
                + (goesBack ? "deploy it again when it suits." : "resume the deployment when it suits, or roll it back.");
    }

    private RunState undo(ExecutionReport run, DeploymentPlan failed, String error, Cancellation none) {
        DeploymentPlan back;
        try {
            back = beginUndo(run, failed, error);
        } catch (RejectedInput obstacle) {
            String why = obstacle.diagnostics().get(0).message();
            return end(run.runId(), Optional.of(error + "\nIt was not undone: " + why));
        }
        journal.tellRun(run.runId());
        return goBack(store.run(run.runId()).orElseThrow(), back, none);
    }

    /** @throws RejectedInput if it would lose data, or if other applications have reserved what it needs */
    private DeploymentPlan beginUndo(ExecutionReport run, DeploymentPlan failed, String error) {
        DeploymentPlan back = undo.of(run, failed, fleet.observe(store.footprint(failed.application())));
        return adoption.adopt(back, () -> {
            store.beginUndo(run.runId(), back, error, clock.now());
            return back;
        });
    }

    private RunState goBack(ExecutionReport run, DeploymentPlan back, Cancellation none) {
        Outcome outcome = settle(run.runId(), Phase.UNDO, back, none);
        String first = cause(run.error().orElse("A step failed."));
        String error = outcome.error().map(second -> second + WAY_BACK + first).orElse(first);
        return ended(run.runId(), outcome.error().isEmpty() ? RunState.UNDONE : RunState.FAILED, Optional.of(error));
    }

    /** The original cause of the undo, without messages of an earlier undo that was resumed. */
    private static String cause(String error) {
        return error.substring(error.lastIndexOf(WAY_BACK) < 0 ? 0 : error.lastIndexOf(WAY_BACK) + WAY_BACK.length());
    }

    /** @return the outcome; not used if the run is cancelled meanwhile */
    private Outcome settle(long runId, Phase phase, DeploymentPlan plan, Cancellation cancellation) {
        List<String> doubts = List.of();
        for (int round = 1; !cancellation.wished(); round++) {
            // Read before the look, which needs the footprint. Meanwhile only other applications change what was read; the steps that
            // depend on their targets look at these again (TargetLocks).
            RoundState known = store.roundState(plan.application());
            ObservedState seen = fleet.observe(known.footprint());
            ChangeSet all = changes(plan, seen, known);
            // What did not become ready without a lost host is tried once in a run; another run tries it again.
            ChangeSet changes = doubts.isEmpty() ? all : all.withoutDoubtful();
            if (changes.steps().isEmpty()) {
                return new Outcome(whyUncertain(plan, seen, all.doubtful().isEmpty() ? List.of() : doubts), false);
            }
            if (round > policy.rounds()) {
                Optional<String> unlisted = unlisted(plan, seen, known, doubts);
                if (unlisted.isPresent()) {
                    return new Outcome(unlisted, false);
                }
                return new Outcome(Optional.of(unsettled(changes)), true);
            }
            Optional<Integer> number = cancellation.unlessWished(() -> store.beginAttempt(runId, phase, changes.steps(), clock.now()));
            if (number.isEmpty()) {
                break;
            }
            journal.tellRun(runId);
            Journal.Attempt attempt = new Journal.Attempt(runId, plan.application(), number.get(), phase);
            Executor.Result result = executor.execute(attempt, changes, cancellation);
            if (result.error().isPresent()) {
                return new Outcome(result.error(), true);
            }
            doubts = result.doubts().isEmpty() ? doubts : result.doubts();
        }
        return new Outcome(Optional.empty(), false);
    }

    RunState end(long runId, Optional<String> error) {
        return ended(runId, error.isPresent() ? RunState.FAILED : RunState.DONE, error);
    }

    private RunState ended(long runId, RunState state, Optional<String> error) {
        store.runEnded(runId, state, error, clock.now());
        journal.tellRun(runId);
        return state;
    }

    /**
     * No step is left for the observed hosts, but hosts that have or may have copies must be observed as well.
     *
     * @param doubts why copies are not ready that require instances on lost hosts
     */
    private Optional<String> whyUncertain(DeploymentPlan plan, ObservedState seen, List<String> doubts) {
        List<UnobservedHost> missing = seen.unobserved();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        String hosts = missing.stream()
                .map(host -> host.hostId() + " was not observed (" + host.reason() + ")")
                .collect(Collectors.joining("; "));
        String waiting = doubts.stream().map(doubt -> " " + doubt.lines().findFirst().orElse("")).collect(Collectors.joining());
        return Optional.of(hosts + ", and copies of " + plan.application() + " are or may be there." + waiting + "\nMaybe bring "
                + (missing.size() == 1 ? "it" : "them") + " back and resume the deployment, or take "
                + (missing.size() == 1 ? "it" : "them") + " out of the infrastructure.");
    }

    /**
     * Copies that were ready and that no list shows. Users are sent to them already, and an undo would be as blind, so there is none.
     */
    private Optional<String> unlisted(DeploymentPlan plan, ObservedState seen, RoundState known, List<String> doubts) {
        String copies = plan.instances().stream().filter(placement -> seen.observed(placement.hostId()))
                .map(placement -> new CreatedCopy(placement.copy(plan.application()), placement.hostId()))
                .filter(copy -> known.created().contains(copy) && !known.unconfirmed().contains(copy.copy()))
                .filter(copy -> seen.copies().stream().noneMatch(one -> one.id().equals(copy.copy()) && one.hostId().equals(copy.hostId())))
                .map(copy -> copy.copy() + " on " + copy.hostId()).collect(Collectors.joining(", "));
        String unobserved = whyUncertain(plan, seen, doubts).map(why -> why.lines().findFirst().orElse("") + " ").orElse("");
        return copies.isEmpty() ? Optional.empty() : Optional.of(unobserved + "The list of copies lacks " + copies
                + ", created and ready there.\nMaybe wait until the list is complete, then resume the deployment.");
    }

    private String unsettled(ChangeSet changes) {
        return "After " + policy.rounds() + " attempts " + changes.steps().size() + " steps are left,"
                + " the first: " + changes.steps().get(0).text()
                + ".\nMaybe another program changes these hosts; check them, then resume the deployment.";
    }
}
