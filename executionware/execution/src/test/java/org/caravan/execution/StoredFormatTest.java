package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.ObservedState;
import org.caravan.application.OnFailure;
import org.caravan.change.ChangeSet;
import org.caravan.change.EntryState;
import org.caravan.change.ReconcileContext;
import org.caravan.change.Reconciler;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Journals that earlier versions wrote, as SQL. Whoever changes what a record looks like in JSON, or the canonical text of a plan,
 * sees this fail, and adds a version to {@code Schema} and a journal of it here; the old ones stay.
 */
class StoredFormatTest {

    /** Of the plan in all of them: {@code journal-1.sql} was written by the first version that was published. */
    private static final String PLAN_ID = Plans.frontAndDb("host-11", "host-21", Optional.empty()).digest();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void journalOfEveryVersionIsRead(int version) throws Exception {
        restore("journal-" + version + ".sql", version);
        try (RunStore store = SqlRunStore.open(file())) {
            DeploymentPlan target = store.target("app-0").orElseThrow().plan();
            assertThat(target.digest()).as("a plan is known by its digest, in runs and as a parent").isEqualTo(PLAN_ID);
            assertThat(store.plan(PLAN_ID)).contains(target);
            assertThat(store.entries("app-0")).isEqualTo(new EntryState(target.entries()));
            ExecutionReport run = store.run(1).orElseThrow();
            assertThat(run.state()).isEqualTo(RunState.RUNNING);
            assertThat(run.steps()).isNotEmpty().allMatch(step -> step.phase() == Phase.DEPLOY);
            assertThat(run.terms().onFailure()).isEqualTo(version == 1 ? OnFailure.HOLD : OnFailure.UNDO);
            assertThat(run.cancel()).isEqualTo(version < 3 ? Optional.empty() : Optional.of(new Cancel("ana", Instant.EPOCH)));
            assertThat(store.footprint("app-0")).containsExactly("host-11", "host-21");
            store.reopened(1, Instant.EPOCH);
        }
    }

    @Test
    void recordThatCannotBeReadIsNamedWithAWayOut() throws Exception {
        restore("journal-2.sql", 2);
        change("update plans set plan = '{\"novel\":1}'");
        try (RunStore store = SqlRunStore.open(file())) {
            assertThatThrownBy(() -> store.target("app-0")).isInstanceOf(UnreadableRecord.class)
                    .hasMessageContaining("The stored plan in force (" + PLAN_ID.substring(0, 12)
                            + ") of application (app-0) cannot be read: ")
                    .hasMessageContaining(
                            "\nMaybe restore the data folder from a backup (caravan-server restore FILE), or start the Caravan that wrote "
                            + "it.");
            assertThat(store.targets()).isEmpty();
            assertThat(store.unreadableTargets()).isEqualTo(Map.of("app-0", Set.of("host-11", "host-21")));
            assertThat(store.adoptions("app-0")).isEmpty();
            assertThat(store.unreadable()).extracting(UnreadableRecord::kind).containsExactly("plan in force");
        }
    }

    /** Each column that is more than text, of each table: lists leave the record out, a single read names it. */
    @ParameterizedTest
    @ValueSource(strings = {"runs.state", "runs.started_at", "runs.terms", "runs.cancelled_at", "steps.phase", "steps.kind", "steps.state",
            "steps.started_at", "steps.waits_for",
            "entries.entries", "targets.since", "unconfirmed.copy", "created.copy"})
    void noColumnHidesTheOtherApplications(String column) throws Exception {
        restore("journal-4.sql", 4);
        String table = column.substring(0, column.indexOf('.'));
        String name = column.substring(column.indexOf('.') + 1);
        if (table.equals("unconfirmed")) {
            change("insert into unconfirmed (application, copy) values ('app-0', 'x')");
        }
        if (table.equals("created")) {
            change("insert into created (application, copy, host_id) values ('app-0', 'x', 'host-11')");
        }
        change("update " + table + " set " + name + " = 'TELEPORT'");
        try (RunStore store = SqlRunStore.open(file())) {
            store.targets();
            store.latestRuns();
            store.allEntries();
            store.durations(100);
            store.adoptions("app-0");
            store.unreadable();
            switch (table) {
                case "runs", "steps" -> assertThatThrownBy(() -> store.run(1)).isInstanceOf(UnreadableRecord.class)
                        .hasMessageStartingWith("The stored deployment (1) of application (app-0) cannot be read: ")
                        .hasMessageContaining("\nMaybe deploy the application again");
                case "entries" -> assertThatThrownBy(() -> store.entries("app-0")).isInstanceOf(UnreadableRecord.class);
                case "targets" -> assertThatThrownBy(() -> store.target("app-0")).isInstanceOf(UnreadableRecord.class);
                case "created" -> assertThatThrownBy(() -> store.roundState("app-0")).isInstanceOf(UnreadableRecord.class);
                default -> assertThatThrownBy(() -> store.unconfirmed("app-0")).isInstanceOf(UnreadableRecord.class);
            }
        }
    }

    @Test
    void reasonsThatCannotBeReadAreLeftOut() throws Exception {
        restore("journal-2.sql", 2);
        change("update plans set report = '{\"novel\":1}'");
        try (RunStore store = SqlRunStore.open(file())) {
            assertThat(store.target("app-0").orElseThrow().report()).isEmpty();
        }
    }

    /** Writes the journal of this version to {@code target/}, from which the SQL beside the others was made. */
    @Test
    void journalOfThisVersionIsWrittenForLater() throws IOException {
        DeploymentPlan plan = Plans.frontAndDb("host-11", "host-21", Optional.empty());
        ChangeSet changes = Reconciler.reconcile(new ObservedState(List.of(), List.of()), plan, ReconcileContext.of(EntryState.NONE));
        try (RunStore store = SqlRunStore.open(file())) {
            long runId = store.begin(plan, Optional.empty(), new RunTerms(OnFailure.UNDO, Set.of("db")), Set.of(), Instant.EPOCH);
            int attempt = store.beginAttempt(runId, Phase.DEPLOY, changes.steps(), Instant.EPOCH);
            store.stepStarted(runId, attempt, changes.steps().get(0), Instant.EPOCH);
            store.stepEnded(runId, attempt, changes.steps().get(0), StepState.DONE, 1, Optional.empty(), Instant.EPOCH);
            store.entriesSet("app-0", 1, new EntryState(plan.entries()));
            store.cancelled(1, new Cancel("ana", Instant.EPOCH));
        }
        Files.copy(file(), Path.of("target/journal.db"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(Path.of("target/journal.db")).isNotEmptyFile();
    }

    private void restore(String resource, int version) throws Exception {
        try (InputStream sql = StoredFormatTest.class.getResourceAsStream("/" + resource)) {
            for (String statement : new String(sql.readAllBytes(), StandardCharsets.UTF_8).split(";\n")) {
                if (!statement.isBlank()) {
                    change(statement);
                }
            }
        }
        change("pragma user_version = " + version);
    }

    private void change(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            connection.createStatement().execute(statement);
        }
    }

    private Path file() {
        return folder.resolve("journal.db");
    }
}
