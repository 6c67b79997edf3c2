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
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/**
 * Carries out plans: one run per application at a time, in the background. A run outlives the process: {@link #recover}
 * goes on with it. Every method may be called by several threads.
 */
public final class Deployment implements AutoCloseable {

    /** Enough to have met every kind of step on every host lately. */
    private static final int DURATIONS = 2_000;

    private final Fleet fleet;
    private final RunStore store;
    private final Clock clock;
    private final Supplier<Engine> engines;
    private volatile Engine engine;

    /** What carries out runs while this server leads; one that has stood down does nothing more. */
    private record Engine(Executor executor, ActiveRuns active, DriftLook look, RunBeginning beginning, RunCancelling cancelling, Recovery recovery) {

        void close() {
            executor.close();
            active.close();
        }
    }

    /** Without secrets. */
    public Deployment(Fleet fleet, RunStore store, EntryTable entryTable, ExecutionPolicy policy, Clock clock,
            ProgressListener listener) {
        this(fleet, store, entryTable, SecretSource.NONE, policy, clock, listener);
    }

    public Deployment(Fleet fleet, RunStore store, EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy,
            Clock clock, ProgressListener listener) {
        this(fleet, store, entryTable, secrets, policy, clock, listener, WorkObserver.NONE);
    }

    public Deployment(Fleet fleet, RunStore store, EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy,
            Clock clock, ProgressListener listener, WorkObserver observer) {
        this.fleet = fleet;
        this.store = store;
        this.clock = clock;
        this.engines = () -> engine(entryTable, secrets, policy, listener, observer);
        this.engine = engines.get();
    }

    private Engine engine(EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy, ProgressListener listener, WorkObserver observer) {
        Patience patience = new Patience(clock);
        Leases leases = new Leases();
        Journal journal = new Journal(store, clock, listener);
        Executor executor = new Executor(new StepWork(fleet, store, entryTable, secrets, policy, patience, leases), journal, policy, patience, observer);
        RunDriver driver = new RunDriver(fleet, store, secrets, executor, journal, policy, clock, leases);
        ActiveRuns active = new ActiveRuns(driver, observer, patience);
        RunBeginning beginning = new RunBeginning(fleet, store, clock, new Admission(fleet, secrets), journal, leases, active);
        return new Engine(executor, active, new DriftLook(fleet, store, driver), beginning, new RunCancelling(store, clock, journal, active, beginning),
                new Recovery(store, entryTable, clock, beginning));
    }

    /** The steps that carrying out the plan would take now. Looks at all hosts, changes nothing. */
    public ChangeSet preview(DeploymentPlan plan) {
        return engine.look().preview(plan);
    }

    /**
     * How reality differs from the target, on all hosts; empty if there is no target.
     *
     * @param statefulComponentIds components that keep data on their hosts
     */
    public Optional<Drift> drift(String application, Set<String> statefulComponentIds) {
        return engine.look().drift(application, statefulComponentIds);
    }

    /**
     * Begins to mend what differs from the target.
     *
     * @param acceptDataLoss whether copies that keep data may be made anew or removed
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
        return engine.beginning().start(plan, report, terms);
    }

    /**
     * Begins to destroy every copy of the application.
     *
     * @return id of the run
     * @throws RejectedInput as {@link #start}, and with code never-deployed
     */
    public long destroy(String application) {
        DeploymentPlan target = required(application);
        // Destroying twice is one wish: it goes on with what the first one left.
        boolean removed = target.instances().isEmpty();
        return start(removed ? target : Removal.of(target), Optional.empty());
    }

    /**
     * From now on no further step of the run is begun. Those on their way end; one that only waits, or would be tried again, gives up. Then the run
     * counts as one in which a step failed for good: it goes back, or is held. Twice is one wish, also when the run has ended by the first.
     *
     * @param by who wishes it, for people
     * @throws RejectedInput codes unknown-deployment, deployment-ended, deployment-undoing
     */
    public void cancel(long runId, String by) {
        engine.cancelling().cancel(runId, by);
    }

    /**
     * Goes on with a run that failed, as its next attempt. That it was cancelled is taken back by this.
     *
     * @throws OutdatedPlan if its plan is no longer the target
     * @throws RejectedInput codes unknown-deployment, deployment-done, deployment-undone, deployment-running
     */
    public void resume(long runId) {
        engine.beginning().resume(runId);
    }

    /**
     * To be called when this server leads no more: begins nothing, and lets calls that have begun end. What is not done then is left for
     * whoever leads next, and for {@link #recover} if that is this server again.
     */
    public void standDown() {
        Engine former = engine;
        engine = engines.get();
        former.close();
    }

    /**
     * To be called when the server starts, or leads from now on: gives users the answers they had, and goes on with unfinished runs.
     *
     * @return ids of those runs
     */
    public List<Long> recover() {
        return engine.recovery().recover();
    }

    /**
     * Waits until a run is not carried out any more, at most so long.
     *
     * @return how it stands then
     */
    public ExecutionReport await(long runId, Duration limit) throws InterruptedException {
        engine.active().await(store.run(runId).orElseThrow().application(), limit);
        return store.run(runId).orElseThrow();
    }

    /** How long what is left of a run will take, by what earlier runs took; empty if it is not under way, or nobody knows. */
    public Optional<Duration> timeLeft(ExecutionReport run) {
        if (!run.state().underWay() || run.attempt() == 0 || run.state() == RunState.RUNNING && run.cancel().isPresent()) {
            return Optional.empty();
        }
        return TimeLeft.of(run.newestSteps(), new DurationBook(store.durations(DURATIONS)), clock.now(), fleet.callLimits());
    }

    private DeploymentPlan required(String application) {
        return store.target(application).map(Target::plan).orElseThrow(() -> Refusal.of("never-deployed",
                "Application " + application + " was never deployed.", "make a plan and approve it: caravan deploy."));
    }

    /** Begins nothing more; what is on its way is left for {@link #recover}. */
    @Override
    public void close() {
        engine.close();
    }
}
