package org.caravan.execution.sql;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.caravan.adapter.CopyId;
import org.caravan.change.CreatedCopy;
import org.caravan.change.EntryState;
import org.caravan.change.Step;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RoundState;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunSummary;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepDuration;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.journal.Target;
import org.caravan.execution.journal.TargetRecord;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.ReservedPlacements;

/** The journal in one SQLite file or in PostgreSQL. Safe against process and machine crashes at any time. */
public final class SqlRunStore implements RunStore {

    private final Database database;
    private final TargetTables targets;
    private final RunTables runs;
    private final PublishedEntries entries;

    private SqlRunStore(Database database) {
        this.database = database;
        this.targets = new TargetTables(database);
        this.runs = new RunTables(database);
        this.entries = new PublishedEntries(database);
    }

    /** @throws StoreFault if the file cannot be used or has a newer version */
    public static SqlRunStore open(Path file) {
        return open(file, "FULL");
    }

    public static SqlRunStore open(Path file, String synchronous) {
        return new SqlRunStore(new Database(new SqliteHome(file, synchronous)));
    }

    /**
     * Opens a journal in PostgreSQL. While the database is unavailable, reads and writes wait; each write takes effect exactly
     * once.
     *
     * @param source provides connections for exclusive use
     * @param name of the database for display, without credentials
     * @throws StoreFault if it cannot be used, or has a newer version
     */
    public static SqlRunStore inPostgres(DataSource source, String name) {
        return new SqlRunStore(new Database(new PostgresHome(source, name)));
    }

    @Override
    public void lead(long epoch) {
        database.lead(epoch);
    }

    @Override
    public Optional<Target> target(String application) {
        return database.inTransaction(() -> targets.row(application)).map(targets::target);
    }

    @Override
    public List<Target> targets() {
        return targets.targets(database.inTransaction(targets::rows));
    }

    @Override
    public ReservedPlacements reservedByOthers(String application) {
        List<TargetTables.Row> rows = new ArrayList<>();
        Map<String, List<DeploymentPlan>> unfinished = database.inTransaction(() -> {
            rows.addAll(targets.rows());
            Map<String, List<DeploymentPlan>> plans = new TreeMap<>();
            for (Map.Entry<String, Set<String>> one : runs.plansOfOthers(application).entrySet()) {
                Set<String> ids = new TreeSet<>(one.getValue());
                ids.addAll(RunTables.withRepeated(runs.unfinishedPlans(one.getKey())));
                plans.put(one.getKey(), targets.readablePlans(ids));
            }
            return plans;
        });
        return ReservedPlacements.of(targets.targets(rows).stream().map(Target::plan)
                .filter(plan -> !plan.application().equals(application))
                .map(plan -> ReservedPlacements.of(plan, unfinished.getOrDefault(plan.application(), List.of()))).toList());
    }

    @Override
    public ReservedPlacements mayRemain(String application, Predicate<String> outOfReach) {
        return ReservedPlacements.of(database.inTransaction(() -> {
            Optional<DeploymentPlan> target = targets.target(application).map(Target::plan);
            if (target.isEmpty()) {
                return List.of();
            }
            List<Set<String>> unfinished = runs.unfinishedPlans(application);
            Set<String> ends = RunTables.withRepeated(unfinished);
            // The oldest one began with copies that all ran.
            unfinished.stream().skip(Math.max(0, unfinished.size() - 1)).forEach(ends::addAll);
            Set<String> between = unfinished.stream().flatMap(Set::stream).filter(id -> !ends.contains(id))
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<CreatedCopy> created = targets.created(application);
            return List.of(ReservedPlacements.ofEarlierCopies(target.get(), targets.readablePlans(ends), (copy, hostId) -> true),
                    ReservedPlacements.ofEarlierCopies(target.get(), targets.readablePlans(between), (copy, hostId) ->
                            outOfReach.test(hostId) || created.contains(new CreatedCopy(copy, hostId))));
        }));
    }

    @Override
    public Map<String, Set<String>> unreadableTargets() {
        Map<String, Set<String>> hosts = new TreeMap<>();
        targets.unreadable(database.inTransaction(targets::rows))
                .forEach(found -> found.application().ifPresent(name -> hosts.put(name, footprint(name))));
        return hosts;
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        List<UnreadableRecord> unreadable = new ArrayList<>(targets.unreadable(database.inTransaction(targets::rows)));
        unreadable.addAll(database.inTransaction(runs::unreadable));
        unreadable.addAll(database.inTransaction(entries::unreadable));
        return unreadable;
    }

    @Override
    public long begin(DeploymentPlan plan, Optional<PlanReport> report, RunTerms terms, Set<String> seenHostIds, Instant at) {
        return database.inTransaction(() -> {
            Optional<DeploymentPlan> target = targets.target(plan.application()).map(Target::plan);
            if (!target.equals(Optional.of(plan))) {
                targets.adopt(plan, target, report, at);
            }
            for (String hostId : seenHostIds) {
                targets.addFootprint(plan.application(), hostId);
            }
            return runs.begin(plan, target, terms, at);
        });
    }

    @Override
    public void beginUndo(long runId, DeploymentPlan undo, String error, Instant at) {
        database.change(() -> {
            targets.adopt(undo, targets.target(undo.application()).map(Target::plan), Optional.empty(), at);
            runs.beginUndo(runId, undo.digest(), error, at);
        });
    }

    @Override
    public boolean cancelled(long runId, Cancel cancel) {
        return database.inTransaction(() -> runs.cancelled(runId, cancel));
    }

    @Override
    public void reopened(long runId, Instant at) {
        database.change(() -> runs.reopened(runId, at));
    }

    @Override
    public int beginAttempt(long runId, Phase phase, List<Step> steps, Instant at) {
        return database.inTransaction(() -> runs.beginAttempt(runId, phase, steps, at));
    }

    @Override
    public void stepStarted(long runId, int attempt, Step step, Instant at) {
        database.change(() -> runs.stepStarted(runId, attempt, step, at));
    }

    @Override
    public void stepEnded(long runId, int attempt, Step step, StepState state, int tries, Optional<String> error, Instant at) {
        database.change(() -> runs.stepEnded(runId, attempt, step, state, tries, error, at));
    }

    @Override
    public void runEnded(long runId, RunState state, Optional<String> error, Instant at) {
        database.change(() -> {
            String application = runs.runEnded(runId, state, error, at);
            if (state.isFinal()) {
                targets.settled(application);
            }
        });
    }

    @Override
    public Optional<ExecutionReport> run(long runId) {
        return database.inTransaction(() -> runs.run(runId));
    }

    @Override
    public Optional<RunSummary> latestRun(String application) {
        return database.inTransaction(() -> runs.latest(application));
    }

    @Override
    public List<RunSummary> latestRuns() {
        return database.inTransaction(runs::latest);
    }

    @Override
    public List<Long> runs(String application) {
        return database.inTransaction(() -> runs.ids(application));
    }

    @Override
    public List<Long> unfinished() {
        return database.inTransaction(runs::unfinished);
    }

    @Override
    public Optional<DeploymentPlan> plan(String planId) {
        return database.inTransaction(() -> targets.plan(planId));
    }

    @Override
    public List<TargetRecord> adoptions(String application) {
        return database.inTransaction(() -> {
            Optional<String> target = targets.row(application).map(TargetTables.Row::planId);
            return runs.adoptions(application, target, planId -> targets.plan(planId).orElseThrow());
        });
    }

    @Override
    public List<StepDuration> durations(int limit) {
        return database.inTransaction(() -> runs.durations(limit));
    }

    @Override
    public EntryState entries(String application) {
        return database.inTransaction(() -> entries.of(application)).map(EntriesInForce::state).orElse(EntryState.NONE);
    }

    @Override
    public Map<String, EntriesInForce> allEntries() {
        return database.inTransaction(entries::all);
    }

    @Override
    public void entriesSet(String application, long generation, EntryState changed) {
        database.inTransaction(() -> entries.set(application, generation, changed));
    }

    @Override
    public Set<CopyId> unconfirmed(String application) {
        return database.inTransaction(() -> targets.unconfirmed(application));
    }

    @Override
    public List<DeploymentPlan> unsettled(String application) {
        return database.inTransaction(() -> targets.unsettled(application));
    }

    @Override
    public Set<String> footprint(String application) {
        return database.inTransaction(() -> targets.footprint(application));
    }

    /** Rows as read in one transaction; the plans of others are parsed afterwards, because parsing would block the connection. */
    private record RoundRows(Set<String> footprint, EntryState entries, Set<CopyId> unconfirmed, Set<CreatedCopy> created,
            List<DeploymentPlan> unsettled, List<TargetTables.Row> targets) {}

    @Override
    public RoundState roundState(String application) {
        RoundRows rows = database.inTransaction(() -> new RoundRows(targets.footprint(application),
                entries.of(application).map(EntriesInForce::state).orElse(EntryState.NONE), targets.unconfirmed(application),
                targets.created(application), targets.unsettled(application), targets.rows()));
        return new RoundState(rows.footprint(), rows.entries(), rows.unconfirmed(), rows.created(), rows.unsettled(),
                targets.targets(rows.targets().stream().filter(row -> !row.application().equals(application)).toList()).stream()
                        .map(Target::plan).toList());
    }

    @Override
    public void close() {
        database.close();
    }
}
