package org.caravan.execution.journal;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.caravan.adapter.CopyId;
import org.caravan.change.EntryState;
import org.caravan.change.Step;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.ReservedPlacements;
import org.caravan.plan.PlanReport;

/**
 * Port to the journal: targets and attempts. Each method is one transaction, which is on disk on return. The journal does not
 * contain the observed state. A record that cannot be read throws {@link UnreadableRecord}; lists omit it. Thread-safe.
 */
public interface RunStore extends AutoCloseable {

    /**
     * Makes this server write as the leader of the epoch. Before this call, and after another server takes over, writes are refused
     * with a {@link StoreFault}. A journal in a file accepts writes of the process that opened it.
     */
    void lead(long epoch);

    Optional<Target> target(String application);

    /**
     * Targets of all applications, sorted by name, without reports. Unreadable targets are omitted ({@link #unreadableTargets}).
     */
    List<Target> targets();

    /**
     * Placements that all other applications reserve: those of their targets and, while a deployment is under way or the newest one has
     * failed, those of its other plans, whose copies may run until then and to which it may return. Unreadable plans are omitted.
     */
    ReservedPlacements reservedByOthers(String application);

    /**
     * Addresses of earlier copies of the application that may still run. Nothing else is reserved for them. The deployments since the
     * latest one that ended as planned count: of the newest, also if it was repeated, and of the oldest, which began with copies that all
     * ran, the copies of their plans; of those between, copies that were created since, and copies on hosts that are out of reach.
     * Unreadable plans are omitted.
     *
     * @param outOfReach whether a host, given its id, cannot be observed
     */
    ReservedPlacements mayRemain(String application, Predicate<String> outOfReach);

    /**
     * Applications whose target cannot be read, each with the hosts that may have its copies. Clean-up must not remove these
     * copies.
     */
    Map<String, Set<String>> unreadableTargets();

    /**
     * Unreadable records in use: targets, the newest run of each application with its steps, and entries for users. Reads all of
     * them.
     */
    List<UnreadableRecord> unreadable();

    /**
     * Makes the plan the target and starts a run. The current target can be started again to repair drift.
     *
     * @param seenHostIds hosts with observed copies of the application, in addition to its footprint
     * @return id of the run
     * @throws OutdatedPlan if the plan is neither the target nor its successor
     */
    long begin(DeploymentPlan plan, Optional<PlanReport> report, RunTerms terms, Set<String> seenHostIds, Instant at);

    /**
     * Makes the undo plan of a running run the target; the run changes to UNDOING.
     *
     * @param error why the run failed
     * @throws OutdatedPlan if the plan does not succeed the target
     */
    void beginUndo(long runId, DeploymentPlan undo, String error, Instant at);

    /**
     * Records that a running run is cancelled; an earlier cancellation is kept.
     *
     * @return false if the run is not RUNNING; nothing is recorded then
     */
    boolean cancelled(long runId, Cancel cancel);

    /**
     * Reopens a run that is not final, in its former phase. Open steps are closed. The cancellation of a run that was held is
     * cleared. A cancelled run that has not ended stays cancelled.
     */
    void reopened(long runId, Instant at);

    /**
     * Starts the next attempt of a run. Open steps of an earlier attempt are closed.
     *
     * @return number of the attempt
     */
    int beginAttempt(long runId, Phase phase, List<Step> steps, Instant at);

    /** Call before the adapter is called. */
    void stepStarted(long runId, int attempt, Step step, Instant at);

    /** @param state DONE, FAILED or SKIPPED */
    void stepEnded(long runId, int attempt, Step step, StepState state, int tries, Optional<String> error, Instant at);

    /**
     * @param state DONE, only for a run that is not cancelled; UNDONE, which marks completed steps of the deploy phase as undone;
     *     or FAILED
     */
    void runEnded(long runId, RunState state, Optional<String> error, Instant at);

    Optional<ExecutionReport> run(long runId);

    /** The newest run of the application. */
    Optional<RunSummary> latestRun(String application);

    /** The newest run of each application, in no order. */
    List<RunSummary> latestRuns();

    /** Run ids, newest first. */
    List<Long> runs(String application);

    /** A plan that is or was a target. */
    Optional<DeploymentPlan> plan(String planId);

    /** Plans of the application that are or were its target, newest first. */
    List<TargetRecord> adoptions(String application);

    /** Durations of the most recently completed steps of all applications, newest first. */
    List<StepDuration> durations(int limit);

    /** Ids of runs that are under way, oldest first. */
    List<Long> unfinished();

    /** Entries last published for users. */
    EntryState entries(String application);

    /** Entries last published for users of each application, with the generation of their plan. */
    Map<String, EntriesInForce> allEntries();

    void entriesSet(String application, long generation, EntryState entries);

    /** Copies whose creation was started and that were not seen ready since. */
    Set<CopyId> unconfirmed(String application);

    /** Plans that copies on unobserved hosts may still follow: the last plan whose state was fully reached, and all later ones. */
    List<DeploymentPlan> unsettled(String application);

    /**
     * Hosts that may have copies of the application: hosts of the target, and of earlier targets until they are known to be clean.
     */
    Set<String> footprint(String application);

    /** Footprint, entries, unconfirmed and created copies, unsettled plans and the targets of others, in one read. */
    RoundState roundState(String application);

    @Override
    void close();

    /** Published entries and the generation that published them. */
    record EntriesInForce(long generation, EntryState state) {}
}
