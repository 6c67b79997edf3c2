package org.caravan.execution;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.caravan.change.ChangeSet;
import org.caravan.change.EntryTable;
import org.caravan.change.Removal;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.estimate.StepDurations;
import org.caravan.execution.estimate.TimeLeft;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.fleet.TargetLocks;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Journal;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.Target;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.step.Executor;
import org.caravan.execution.step.StepPerformer;
import org.caravan.execution.time.Clock;
import org.caravan.execution.time.InterruptibleWait;
import org.caravan.execution.time.WorkObserver;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/**
 * Executes plans in the background: one run per application at a time. Runs survive a process restart; {@link #recover} continues
 * them. All methods are thread-safe.
 */
public final class DeploymentService implements AutoCloseable {

    /** Covers all recent kinds of steps on every host. */
    private static final int DURATIONS = 2_000;

    private final HostRegistry fleet;
    private final RunStore store;
    private final Clock clock;
    private final Supplier<Engine> engines;
    private volatile Engine engine;

    /** Components that execute runs while this server leads. After a stand-down they start nothing more. */
    private record Engine(Executor executor, ActiveRuns active, DriftDetector look, RunStarter beginning, RunCanceller cancelling,
            Recovery recovery) {

        void close() {
            executor.close();
            active.close();
        }
    }

    /** For applications without secrets. */
    public DeploymentService(HostRegistry fleet, RunStore store, EntryTable entryTable, ExecutionPolicy policy, Clock clock,
            ProgressListener listener) {
        this(fleet, store, entryTable, SecretSource.NONE, policy, clock, listener);
    }

    public DeploymentService(HostRegistry fleet, RunStore store, EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy,
            Clock clock, ProgressListener listener) {
        this(fleet, store, entryTable, secrets, policy, clock, listener, WorkObserver.NONE);
    }

    public DeploymentService(HostRegistry fleet, RunStore store, EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy,
            Clock clock, ProgressListener listener, WorkObserver observer) {
        this.fleet = fleet;
        this.store = store;
        this.clock = clock;
        this.engines = () -> engine(entryTable, secrets, policy, listener, observer);
        this.engine = engines.get();
    }

    private Engine engine(EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy, ProgressListener listener,
            WorkObserver observer) {
        InterruptibleWait patience = new InterruptibleWait(clock);
        TargetLocks leases = new TargetLocks();
        Journal journal = new Journal(store, clock, listener);
        Executor executor = new Executor(new StepPerformer(fleet, store, entryTable, secrets, policy, patience, leases), journal, policy,
                patience, observer);
        Adoption adoption = new Adoption(fleet, store, leases);
        RunLoop driver = new RunLoop(fleet, store, secrets, executor, journal, policy, clock, adoption);
        ActiveRuns active = new ActiveRuns(driver, observer, patience);
        RunStarter beginning = new RunStarter(fleet, store, clock, new Admission(fleet, secrets), journal, adoption, active);
        return new Engine(executor, active, new DriftDetector(fleet, store, driver), beginning,
                new RunCanceller(store, clock, journal, active, beginning),
                new Recovery(store, entryTable, clock, beginning));
    }

    /** The steps that the plan would need now. Observes all hosts and changes nothing. */
    public ChangeSet preview(DeploymentPlan plan) {
        return engine.look().preview(plan);
    }

    /**
     * Differences between the running state on all hosts and the target; empty if there is no target.
     *
     * @param statefulComponentIds components that keep data on their hosts
     */
    public Optional<Drift> drift(String application, Set<String> statefulComponentIds) {
        return engine.look().drift(application, statefulComponentIds);
    }

    /**
     * Starts a run that repairs drift.
     *
     * @param acceptDataLoss true if stateful copies may be recreated or removed
     * @return id of the run
     * @throws RejectedInput as {@link #start}, and with codes never-deployed and data-at-risk
     */
    public long repair(String application, RunTerms terms, boolean acceptDataLoss) {
        DeploymentPlan target = required(application);
        if (!acceptDataLoss) {
            engine.look().refuseLoss(application, terms.statefulComponentIds());
        }
        return start(target, Optional.empty(), terms);
    }

    /** Starts with {@link RunTerms#HELD}: after a failed step, the run is held for a decision by the user. */
    public long start(DeploymentPlan plan, Optional<PlanReport> report) {
        return start(plan, report, RunTerms.HELD);
    }

    /**
     * Makes the plan the target and starts to execute it. The current target can be started again to repair drift.
     *
     * @return id of the run
     * @throws OutdatedPlan if the plan does not succeed the target
     * @throws RejectedInput if it cannot be started: codes host-not-observed, unknown-host, newer-copy, secret-not-set,
     *     deployment-running, resource-taken
     */
    public long start(DeploymentPlan plan, Optional<PlanReport> report, RunTerms terms) {
        return engine.beginning().start(plan, report, terms);
    }

    /**
     * Starts to destroy all copies of the application.
     *
     * @return id of the run
     * @throws RejectedInput as {@link #start}, and with code never-deployed
     */
    public long destroy(String application) {
        DeploymentPlan target = required(application);
        // Idempotent: a second call continues the removal.
        boolean removed = target.instances().isEmpty();
        return start(removed ? target : Removal.of(target), Optional.empty());
    }

    /**
     * Cancels a run: no further steps start. Steps in progress finish, but waits and retries end. The run then counts as failed, so
     * it is undone or held. Idempotent, even if the run has ended after the first call.
     *
     * @param by name of the requester, for display
     * @throws RejectedInput codes unknown-deployment, deployment-ended, deployment-undoing
     */
    public void cancel(long runId, String by) {
        engine.cancelling().cancel(runId, by);
    }

    /**
     * Continues a failed run with a new attempt and clears its cancellation.
     *
     * @throws OutdatedPlan if its plan is no longer the target
     * @throws RejectedInput codes unknown-deployment, deployment-done, deployment-undone, deployment-running
     */
    public void resume(long runId) {
        engine.beginning().resume(runId);
    }

    /**
     * Call when this server loses the leadership. Starts nothing more and lets calls in progress finish. The next leader continues
     * the remaining work; if this server leads again, {@link #recover} does so.
     */
    public void standDown() {
        Engine former = engine;
        engine = engines.get();
        former.close();
    }

    /**
     * Call when the server starts or becomes the leader. Publishes the recorded entries for users and continues unfinished runs.
     *
     * @return ids of these runs
     */
    public List<Long> recover() {
        return engine.recovery().recover();
    }

    /**
     * Waits until a run is no longer active, at most for the limit.
     *
     * @return state of the run at the end of the wait
     */
    public ExecutionReport await(long runId, Duration limit) throws InterruptedException {
        engine.active().await(store.run(runId).orElseThrow().application(), limit);
        return store.run(runId).orElseThrow();
    }

    /**
     * Estimates the remaining time of a run from the step durations of earlier runs; empty if it is not under way or no estimate
     * exists.
     */
    public Optional<Duration> timeLeft(ExecutionReport run) {
        if (!run.state().underWay() || run.attempt() == 0 || run.state() == RunState.RUNNING && run.cancel().isPresent()) {
            return Optional.empty();
        }
        return TimeLeft.of(run.newestSteps(), new StepDurations(store.durations(DURATIONS)), clock.now(), fleet.callLimits());
    }

    private DeploymentPlan required(String application) {
        return store.target(application).map(Target::plan).orElseThrow(() -> DeploymentRefusal.of("never-deployed",
                "Application " + application + " was never deployed.", "create a plan and approve it: caravan deploy."));
    }

    /** Starts nothing more; {@link #recover} continues work in progress. */
    @Override
    public void close() {
        engine.close();
    }
}
