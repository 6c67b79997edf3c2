package org.caravan.execution;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.CopyId;
import org.caravan.change.EntryState;
import org.caravan.change.Step;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/**
 * Port to the journal: what is wanted, and what was tried. Every method is one transaction that is on disk when it
 * returns. What really is, the journal does not know. A single record that cannot be read is an {@link UnreadableRecord}; lists leave it out.
 * Safe for use by several threads.
 */
public interface RunStore extends AutoCloseable {

    /**
     * From now on this server writes as the leader of the epoch; until then, and once another one leads, its writes are refused with a
     * {@link StoreFault}. A journal in a file takes writes of whoever opened it.
     */
    void lead(long epoch);

    Optional<Target> target(String application);

    /** Of every application, sorted by name; without the reports, and without those that cannot be read ({@link #unreadableTargets}). */
    List<Target> targets();

    /**
     * Applications whose target cannot be read, each with the hosts that may have copies of it. Whoever removes what no target asks for must leave
     * these alone.
     */
    Map<String, Set<String>> unreadableTargets();

    /** Records in use that cannot be read: targets, the newest run of each application with its steps, and answers for users. Reads all of them. */
    List<UnreadableRecord> unreadable();

    /**
     * Makes the plan the target and begins a run of it. The target itself may be begun again, to mend what has drifted.
     *
     * @param seenHostIds hosts where copies of the application were seen, beside those that are known to have some
     * @return id of the run
     * @throws OutdatedPlan if the plan is neither the target nor its successor
     */
    long begin(DeploymentPlan plan, Optional<PlanReport> report, RunTerms terms, Set<String> seenHostIds, Instant at);

    /**
     * Makes the plan that undoes a running run the target: the run goes on as UNDOING.
     *
     * @param error why the run failed
     * @throws OutdatedPlan if the plan does not succeed the target
     */
    void beginUndo(long runId, DeploymentPlan undo, String error, Instant at);

    /**
     * Writes down that a running run is cancelled; who did so first stays.
     *
     * @return false if it is not RUNNING: then nothing is written
     */
    boolean cancelled(long runId, Cancel cancel);

    /**
     * Makes a run that is not final go on, in the phase it was in. Steps that it left open are closed. One that was held since it was cancelled is
     * cancelled no more; one that has yet to end for that reason still is.
     */
    void reopened(long runId, Instant at);

    /**
     * Begins the next attempt of a run. Steps that an earlier attempt left open are closed.
     *
     * @return its number
     */
    int beginAttempt(long runId, Phase phase, List<Step> steps, Instant at);

    /** Before the adapter is called. */
    void stepStarted(long runId, int attempt, Step step, Instant at);

    /** @param state DONE, FAILED or SKIPPED */
    void stepEnded(long runId, int attempt, Step step, StepState state, int tries, Optional<String> error, Instant at);

    /** @param state DONE, if it is not cancelled; UNDONE, which marks what was done before the undo as undone; or FAILED */
    void runEnded(long runId, RunState state, Optional<String> error, Instant at);

    Optional<ExecutionReport> run(long runId);

    /** The newest of the application. */
    Optional<RunSummary> latestRun(String application);

    /** The newest of each application, in no order. */
    List<RunSummary> latestRuns();

    /** Ids, newest first. */
    List<Long> runs(String application);

    /** A plan that is or was a target. */
    Optional<DeploymentPlan> plan(String planId);

    /** Plans of the application that are or were its target, newest first. */
    List<Adoption> adoptions(String application);

    /** Of the steps that were done last, newest first, of every application. */
    List<StepDuration> durations(int limit);

    /** Ids of runs that are under way, oldest first. */
    List<Long> unfinished();

    /** What users were told last. */
    EntryState entries(String application);

    /** What users of every application were told last, with the generation of the plan that says so. */
    Map<String, EntriesInForce> allEntries();

    void entriesSet(String application, long generation, EntryState entries);

    /** Copies whose creation was begun and which were not seen ready since. */
    Set<CopyId> unconfirmed(String application);

    /**
     * Plans that copies may still follow where nobody could look: the one that was in force when all was last as wanted, and
     * those that came after it.
     */
    List<DeploymentPlan> unsettled(String application);

    /** Hosts that may have copies of the application: of the target, and of earlier ones until they are known to be clean. */
    Set<String> footprint(String application);

    @Override
    void close();

    /** What users are told since a generation of plans. */
    record EntriesInForce(long generation, EntryState state) {}
}
