package org.caravan.execution.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.CopySpec;
import org.caravan.change.Step;
import org.caravan.change.StepKind;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunSummary;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepDuration;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.journal.TargetRecord;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;

/** Rows of runs and their steps. Each method must be called within a transaction. */
final class RunTables {

    private static final String INTERRUPTED =
            "The server stopped while this step ran; the next attempt checks its effect.";

    private static final String SUMMARY = "id, application, state, started_at, ended_at, error";

    private static final String LATEST = "select " + SUMMARY + " from runs where id in (select max(id) from runs group by application)";

    private static final String AGAIN =
            "deploy the application again: a new deployment does not need this record. Or start the Caravan that wrote it.";

    private final Database database;

    RunTables(Database database) {
        this.database = database;
    }

    /** A run that made a plan the target. */
    private record Begun(long runId, String planId, Phase phase, RunState state, Instant since) {}

    long begin(DeploymentPlan plan, Optional<DeploymentPlan> previous, RunTerms terms, Instant at) throws SQLException {
        return database.insert("insert into runs (application, plan_id, previous_plan_id, terms, state, attempt, started_at)"
                        + " values (?, ?, ?, ?, ?, 0, ?)",
                plan.application(), plan.digest(), previous.map(DeploymentPlan::digest), Json.write(terms), RunState.RUNNING, at);
    }

    void beginUndo(long runId, String undoPlanId, String error, Instant at) throws SQLException {
        closeOpenSteps(runId, at);
        require(database.update("update runs set state = ?, undo_plan_id = ?, undo_at = ?, error = ? where id = ? and state = ?",
                RunState.UNDOING, undoPlanId, at, error, runId, RunState.RUNNING), "run " + runId + " is not running");
    }

    boolean cancelled(long runId, Cancel cancel) throws SQLException {
        return database.update(
                "update runs set cancelled_by = coalesce(cancelled_by, ?), cancelled_at = coalesce(cancelled_at, ?) where id = ? and "
                + "state = ?",
                cancel.by(), cancel.at(), runId, RunState.RUNNING) == 1;
    }

    void reopened(long runId, Instant at) throws SQLException {
        closeOpenSteps(runId, at);
        database.update("update runs set cancelled_by = null, cancelled_at = null where id = ? and state = ? and undo_plan_id is null",
                runId, RunState.FAILED);
        int changed = database.update("update runs set state = case when undo_plan_id is null then ? else ? end, ended_at = null,"
                        + " error = case when undo_plan_id is null then null else error end where id = ? and state not in (?, ?)",
                RunState.RUNNING, RunState.UNDOING, runId, RunState.DONE, RunState.UNDONE);
        require(changed, "run " + runId + " is done, undone or unknown");
    }

    int beginAttempt(long runId, Phase phase, List<Step> steps, Instant at) throws SQLException {
        reopened(runId, at);
        database.update("update runs set attempt = attempt + 1 where id = ?", runId);
        int attempt = database.query("select attempt from runs where id = ?", row -> row.getInt(1), runId).get(0);
        for (Step step : steps) {
            database.update("insert into steps (run_id, attempt, number, phase, kind, text, host_id, image, waits_for, state, tries)"
                            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
                    runId, attempt, step.number(), phase, step.kind(), step.text(), step.hostId(),
                    step.spec().map(CopySpec::image), StepRows.waitsFor(step.waitsFor()), StepState.PENDING);
        }
        return attempt;
    }

    void stepStarted(long runId, int attempt, Step step, Instant at) throws SQLException {
        require(database.update("update steps set state = ?, started_at = ? where " + stepIn(StepState.RUNNING),
                StepState.RUNNING, at, runId, attempt, step.number()), notInOrder(step, StepState.RUNNING));
        if (step.kind() == StepKind.CREATE) {
            database.update("insert into unconfirmed (application, copy) values (?, ?) on conflict do nothing",
                    step.copy().orElseThrow().application(), step.copy().orElseThrow().label());
            database.update("insert into created (application, copy, host_id) values (?, ?, ?) on conflict do nothing",
                    step.copy().orElseThrow().application(), step.copy().orElseThrow().label(), step.hostId().orElseThrow());
        }
    }

    void stepEnded(long runId, int attempt, Step step, StepState state, int tries, Optional<String> error, Instant at)
            throws SQLException {
        require(database.update("update steps set state = ?, tries = ?, error = ?, ended_at = ? where " + stepIn(state),
                state, tries, error, at, runId, attempt, step.number()), notInOrder(step, state));
        if (state == StepState.DONE && step.kind() == StepKind.CONFIRM) {
            database.update("delete from unconfirmed where copy = ?", step.copy().orElseThrow().label());
        }
        if (state == StepState.DONE && step.kind() == StepKind.DESTROY) {
            database.update("delete from created where copy = ? and host_id = ?", step.copy().orElseThrow().label(),
                    step.hostId().orElseThrow());
        }
        if (state == StepState.DONE && step.kind() == StepKind.RELEASE) {
            database.update("delete from created where host_id = ?", step.hostId().orElseThrow());
        }
    }

    /**
     * Ids of the plans that other applications may still have copies of, by application: those of runs that are under way, and of the
     * newest run if it failed. A run that another one follows is left out, so that repeated failures reserve no more with each of them.
     */
    Map<String, Set<String>> plansOfOthers(String application) throws SQLException {
        Map<String, Set<String>> plans = new TreeMap<>();
        database.query("select application, plan_id, previous_plan_id, undo_plan_id from runs where application <> ? and (state in (?, ?) "
                + "or state = ? and id in (select max(id) from runs group by application))", row ->
                addPlans(plans.computeIfAbsent(row.getString(1), unused -> new TreeSet<>()), row), application, RunState.RUNNING,
                RunState.UNDOING, RunState.FAILED);
        return plans;
    }

    /** Ids of the plans of each run since the latest one that ended as planned or was undone, the newest run first. */
    List<Set<String>> unfinishedPlans(String application) throws SQLException {
        return database.query("select application, plan_id, previous_plan_id, undo_plan_id from runs where application = ? and id > "
                + "(select coalesce(max(id), 0) from runs where application = ? and state in (?, ?)) order by id desc", row ->
                addPlans(new TreeSet<>(), row), application, application, RunState.DONE, RunState.UNDONE);
    }

    /**
     * Ids of the plans of the newest run. One that repeats the deployment of its plan does not know which plan was there before: then also
     * those of the run before it, and so on.
     */
    static Set<String> withRepeated(List<Set<String>> unfinished) {
        Set<String> ids = new TreeSet<>();
        for (Set<String> run : unfinished) {
            ids.addAll(run);
            if (!repeats(run)) {
                break;
            }
        }
        return ids;
    }

    /** Whether a run with these plans only repeats the deployment of its plan. */
    private static boolean repeats(Set<String> plansOfRun) {
        return plansOfRun.size() == 1;
    }

    private static Set<String> addPlans(Set<String> ids, ResultSet row) throws SQLException {
        for (String column : List.of("plan_id", "previous_plan_id", "undo_plan_id")) {
            Optional.ofNullable(row.getString(column)).ifPresent(ids::add);
        }
        return ids;
    }

    /** Returns the application of the run. */
    String runEnded(long runId, RunState state, Optional<String> error, Instant at) throws SQLException {
        closeOpenSteps(runId, at);
        if (state == RunState.UNDONE) {
            database.update("update steps set state = ? where run_id = ? and phase = ? and kind <> ? and state = ?",
                    StepState.UNDONE, runId, Phase.DEPLOY, StepKind.IMAGE, StepState.DONE);
        }
        require(database.update(
                "update runs set state = ?, error = ?, ended_at = ? where id = ? and state in (?, ?) and (cancelled_at is null or ? <> ?)",
                state, error, at, runId, RunState.RUNNING, RunState.UNDOING, state, RunState.DONE), "run " + runId
                        + " is not under way, or is cancelled");
        return database.query("select application from runs where id = ?", row -> row.getString(1), runId).get(0);
    }

    /** @throws UnreadableRecord if the run or one of its steps cannot be read */
    Optional<ExecutionReport> run(long runId) throws SQLException {
        Optional<String> application = database.query("select application from runs where id = ?", row -> row.getString(1), runId).stream()
                .findFirst();
        if (application.isEmpty()) {
            return Optional.empty();
        }
        // Read the run before its steps. If another server ends it meanwhile, it appears as under way with completed steps, never
        // as done with open steps.
        Optional<ExecutionReport> run = database.query("select * from runs where id = ?",
                row -> reading(runId, application.get(), () -> StepRows.report(row)), runId).stream().findFirst();
        List<StepRecord> steps = database.query("select * from steps where run_id = ? order by attempt, number",
                row -> reading(runId, application.get(), () -> StepRows.step(row)), runId);
        return run.map(found -> found.with(steps));
    }

    private static <T> T reading(long runId, String application, Stored.Read<T> read) {
        return Stored.reading("deployment", Long.toString(runId), Optional.of(application), AGAIN, read);
    }

    /** Omits runs that cannot be read. */
    List<RunSummary> latest() throws SQLException {
        return database.query(LATEST, row -> {
            long runId = row.getLong("id");
            String application = row.getString("application");
            return Stored.readable(() -> reading(runId, application, () -> StepRows.summary(row)));
        }).stream().flatMap(Optional::stream).toList();
    }

    /** The newest run of each application, with its steps, if it cannot be read. */
    List<UnreadableRecord> unreadable() throws SQLException {
        List<UnreadableRecord> unreadable = new ArrayList<>();
        for (long runId : database.query(LATEST, row -> row.getLong("id"))) {
            try {
                run(runId);
            } catch (UnreadableRecord found) {
                unreadable.add(found);
            }
        }
        return unreadable;
    }

    Optional<RunSummary> latest(String application) throws SQLException {
        return database.query("select " + SUMMARY + " from runs where application = ? order by id desc limit 1",
                row -> reading(row.getLong("id"), application, () -> StepRows.summary(row)), application).stream().findFirst();
    }

    /** Target changes by run, newest first. */
    private List<Begun> begun(String application) throws SQLException {
        return database.query("""
                select id, plan_id, 'DEPLOY', state, started_at from runs r where application = ? and not exists
                    (select 1 from runs e where e.application = r.application and e.plan_id = r.plan_id and e.id < r.id
                     union select 1 from runs u where u.application = r.application and u.undo_plan_id = r.plan_id)
                union all
                select id, undo_plan_id, 'UNDO', state, undo_at from runs where application = ? and undo_plan_id is not null
                order by 1 desc, 3 desc""",
                row -> {
                    long runId = row.getLong(1);
                    return Stored.readable(() -> reading(runId, application,
                            () -> new Begun(runId, row.getString(2), Phase.valueOf(row.getString(3)),
                            RunState.valueOf(row.getString(4)), Instant.parse(row.getString(5)))));
                }, application, application).stream().flatMap(Optional::stream).toList();
    }

    interface Plans {
        DeploymentPlan of(String planId) throws SQLException;
    }

    /** Newest first. */
    List<Long> ids(String application) throws SQLException {
        return database.query("select id from runs where application = ? order by id desc", row -> row.getLong(1), application);
    }

    List<Long> unfinished() throws SQLException {
        return database.query("select id from runs where state in (?, ?) order by id", row -> row.getLong(1), RunState.RUNNING,
                RunState.UNDOING);
    }

    List<TargetRecord> adoptions(String application, Optional<String> targetId, Plans plans) throws SQLException {
        List<TargetRecord> adoptions = new ArrayList<>();
        for (Begun begun : begun(application)) {
            Optional<DeploymentPlan> found = readable(plans, begun.planId());
            if (found.isEmpty()) {
                continue;
            }
            DeploymentPlan plan = found.get();
            adoptions.add(new TargetRecord(begun.planId(), plan.generation(), begun.since(), plan.instances().size(),
                    begun.runId(), begun.phase(), begun.state(), targetId.equals(Optional.of(begun.planId()))));
        }
        return adoptions;
    }

    private static Optional<DeploymentPlan> readable(Plans plans, String planId) throws SQLException {
        try {
            return Optional.of(plans.of(planId));
        } catch (UnreadableRecord unreadable) {
            return Stored.readable(() -> {
                throw unreadable;
            });
        }
    }

    /** Omits steps that cannot be read, because the durations only serve estimates. */
    List<StepDuration> durations(int limit) throws SQLException {
        return database.query("select kind, host_id, image, started_at, ended_at, run_id, attempt, number from steps where state in (?, ?)"
                        + " order by run_id desc, attempt desc, number desc limit ?",
                row -> {
                    String id = row.getLong("run_id") + "." + row.getInt("attempt") + "." + row.getInt("number");
                    return Stored.readable(() -> Stored.reading("step", id, Optional.empty(), AGAIN, () -> StepRows.duration(row)));
                }, StepState.DONE, StepState.UNDONE, limit).stream().flatMap(Optional::stream).toList();
    }

    private void closeOpenSteps(long runId, Instant at) throws SQLException {
        database.update("update steps set state = ?, ended_at = ?, error = ? where run_id = ? and state = ?",
                StepState.FAILED, at, INTERRUPTED, runId, StepState.RUNNING);
        database.update("update steps set state = ?, ended_at = ? where run_id = ? and state = ?",
                StepState.SKIPPED, at, runId, StepState.PENDING);
    }

    private static String stepIn(StepState next) {
        String states = next.predecessors().stream().map(state -> "'" + state + "'").collect(Collectors.joining(", "));
        return "run_id = ? and attempt = ? and number = ? and state in (" + states + ")";
    }

    private static String notInOrder(Step step, StepState state) {
        return "step " + step.text() + " cannot become " + state;
    }

    private static void require(int changed, String otherwise) {
        if (changed != 1) {
            throw new IllegalStateException(otherwise);
        }
    }
}
