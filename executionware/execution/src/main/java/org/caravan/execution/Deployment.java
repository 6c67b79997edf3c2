package org.caravan.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.canonical.Digest;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.change.ChangeSet;
import org.caravan.change.EntryTable;
import org.caravan.change.Removal;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out plans: one run per application at a time, in the background. A run outlives the process: {@link #recover}
 * goes on with it. Every method may be called by several threads.
 */
public final class Deployment implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);

    /** Enough to have met every kind of step on every host lately. */
    private static final int DURATIONS = 2_000;

    private final Fleet fleet;
    private final RunStore store;
    private final EntryTable entryTable;
    private final Clock clock;
    private final Admission admission;
    private final Executor executor;
    private final Journal journal;
    private final RunDriver driver;
    private final ActiveRuns active;
    private final Leases leases = new Leases();

    /** Without secrets. */
    public Deployment(Fleet fleet, RunStore store, EntryTable entryTable, ExecutionPolicy policy, Clock clock,
            ProgressListener listener) {
        this(fleet, store, entryTable, SecretSource.NONE, policy, clock, listener);
    }

    public Deployment(Fleet fleet, RunStore store, EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy,
            Clock clock, ProgressListener listener) {
        this.fleet = fleet;
        this.store = store;
        this.entryTable = entryTable;
        this.clock = clock;
        this.admission = new Admission(fleet, secrets);
        Patience patience = new Patience(clock);
        this.journal = new Journal(store, clock, listener);
        this.executor = new Executor(new StepWork(fleet, store, entryTable, secrets, policy, patience, leases), journal, policy, patience);
        this.driver = new RunDriver(fleet, store, secrets, executor, journal, policy, clock, leases);
        this.active = new ActiveRuns(driver);
    }

    /** The steps that carrying out the plan would take now. Looks at all hosts, changes nothing. */
    public ChangeSet preview(DeploymentPlan plan) {
        return driver.changes(plan, fleet.observe());
    }

    /**
     * How reality differs from the target, on all hosts; empty if there is no target.
     *
     * @param statefulComponentIds components that keep data on their hosts
     */
    public Optional<Drift> drift(String application, Set<String> statefulComponentIds) {
        return store.target(application).map(target -> {
            ObservedState seen = fleet.observe();
            ChangeSet changes = driver.changes(target.plan(), seen);
            return new Drift(changes, DataRisk.of(changes, seen, statefulComponentIds));
        });
    }

    /**
     * Begins to mend what differs from the target.
     *
     * @param acceptDataLoss whether copies that keep data may be made anew or removed
     * @return id of the run
     * @throws RejectedInput as {@link #start}, and with codes unknown-application and data-at-risk
     */
    public long repair(String application, RunTerms terms, boolean acceptDataLoss) {
        DeploymentPlan target = required(application);
        List<String> atRisk = acceptDataLoss ? List.of()
                : drift(application, terms.statefulComponentIds()).map(Drift::dataAtRisk).orElse(List.of());
        if (!atRisk.isEmpty()) {
            throw new RejectedInput(atRisk.stream().map(risk -> Diagnostic.error("data-at-risk",
                    "Mending " + application + " would lose data: " + risk,
                    "bring back what holds it, or accept the loss with --accept-data-loss.")).toList());
        }
        return start(target, Optional.empty(), terms);
    }

    /** As the longer form; a person decides what becomes of it if a step fails. */
    public long start(DeploymentPlan plan, Optional<PlanReport> report) {
        return start(plan, report, RunTerms.HELD);
    }

    /**
     * Makes the plan the target and begins to carry it out. The target itself may be started again, to mend drift.
     *
     * @return id of the run
     * @throws OutdatedPlan if the plan does not succeed the target
     * @throws RejectedInput if it cannot be begun: codes host-not-observed, unknown-host, newer-copy, secret-not-set,
     *     deployment-running
     */
    public long start(DeploymentPlan plan, Optional<PlanReport> report, RunTerms terms) {
        return active.begin(plan.application(), () -> {
            refuseUnfinished(plan.application());
            Optional<DeploymentPlan> target = store.target(plan.application()).map(Target::plan);
            if (!target.equals(Optional.of(plan))) {
                Lineage.check(plan, target);
            }
            // The only time that a run looks at every host: later it looks where copies are or may be.
            ObservedState seen = fleet.observe();
            admission.check(plan, seen);
            Set<String> hostIds = seen.of(plan.application()).copies().stream().map(ObservedCopy::hostId).collect(Collectors.toSet());
            long runId = leases.changingTargets(() -> store.begin(plan, report, terms, hostIds, clock.now()));
            journal.tellRun(runId);
            return new ActiveRuns.Run(runId, plan);
        });
    }

    /**
     * Begins to destroy every copy of the application.
     *
     * @return id of the run
     * @throws RejectedInput as {@link #start}, and with code unknown-application if it was never deployed
     */
    public long destroy(String application) {
        DeploymentPlan target = required(application);
        // Destroying twice is one wish: it goes on with what the first one left.
        boolean removed = target.instances().isEmpty();
        return start(removed ? target : Removal.of(target), Optional.empty());
    }

    /**
     * Goes on with a run that failed, as its next attempt.
     *
     * @throws OutdatedPlan if its plan is no longer the target
     * @throws RejectedInput codes unknown-deployment, deployment-done, deployment-undone, deployment-running
     */
    public void resume(long runId) {
        ExecutionReport run = store.run(runId).orElseThrow(() -> refusal("unknown-deployment",
                "There is no deployment " + runId + ".", "list the deployments of the application."));
        if (run.state().isFinal()) {
            boolean done = run.state() == RunState.DONE;
            throw refusal("deployment-" + (done ? "done" : "undone"),
                    "Deployment " + runId + " of " + run.application() + " is " + (done ? "done." : "undone."),
                    done ? "mend what has changed since: caravan drift --repair." : "plan again, once its cause is mended.");
        }
        active.begin(run.application(), () -> {
            DeploymentPlan plan = store.target(run.application()).orElseThrow().plan();
            if (!plan.digest().equals(run.aimId())) {
                throw new OutdatedPlan(runId, run.aimId(), plan);
            }
            store.reopened(runId, clock.now());
            journal.tellRun(runId);
            return new ActiveRuns.Run(runId, plan);
        });
    }

    /**
     * To be called once, when the server starts: gives users the answers they had, and goes on with unfinished runs.
     *
     * @return ids of those runs
     */
    public List<Long> recover() {
        store.allEntries().forEach((application, entries) -> {
            try {
                entryTable.set(application, entries.generation(), entries.state().entries());
            } catch (RuntimeException e) {
                // A zone elsewhere keeps its answers meanwhile; that must not keep the deployments from going on.
                LOG.error("users of {} cannot be given their answers yet", application, e);
            }
        });
        List<Long> resumed = new ArrayList<>();
        for (long runId : store.unfinished()) {
            try {
                resume(runId);
                resumed.add(runId);
                LOG.info("deployment {} was interrupted, going on with it", runId);
            } catch (OutdatedPlan superseded) {
                // One run that nobody wants any more must not keep the others from going on.
                store.runEnded(runId, RunState.FAILED, Optional.of(superseded.getMessage()), clock.now());
            }
        }
        return resumed;
    }

    /**
     * Waits until a run is not carried out any more, at most so long.
     *
     * @return how it stands then
     */
    public ExecutionReport await(long runId, Duration limit) throws InterruptedException {
        active.await(store.run(runId).orElseThrow().application(), limit);
        return store.run(runId).orElseThrow();
    }

    /** How long what is left of a run will take, by what earlier runs took; empty if it is not under way, or nobody knows. */
    public Optional<Duration> timeLeft(ExecutionReport run) {
        if (!run.state().underWay() || run.attempt() == 0) {
            return Optional.empty();
        }
        return TimeLeft.of(run.newestSteps(), new DurationBook(store.durations(DURATIONS)), clock.now(), fleet.callLimits());
    }

    private DeploymentPlan required(String application) {
        return store.target(application).map(Target::plan).orElseThrow(() -> refusal("unknown-application",
                "Application " + application + " was never deployed.", "check its name."));
    }

    private void refuseUnfinished(String application) {
        store.runs(application).stream().findFirst().flatMap(store::run)
                .filter(run -> run.state().underWay())
                .ifPresent(run -> {
                    throw refusal("deployment-running",
                            "Deployment " + run.runId() + " of " + application + " (plan " + Digest.abbreviated(run.planId())
                                    + ") was interrupted.", "resume it first.");
                });
    }

    static RejectedInput refusal(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }

    /** Begins nothing more; what is on its way is left for {@link #recover}. */
    @Override
    public void close() {
        executor.close();
        active.close();
    }
}
