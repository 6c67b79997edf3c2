package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.caravan.change.EntryState;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.sql.Leadership;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.testing.postgres.Postgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresRunStoreTest extends RunStoreContract {

    private static final int WRITES = 100;

    private final PGSimpleDataSource database = Postgres.shared().database();

    @TempDir
    private Path folder;

    private Leadership leadership;
    private long epoch;

    @Test
    void journalOfNewerVersionIsRefused() throws SQLException {
        store().close();
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("update journal_version set version = 99");
        }
        assertThatThrownBy(this::store).isInstanceOf(StoreFault.class).hasMessageContaining("schema 99")
                .hasMessageContaining("\nMaybe start the newer Caravan.");
    }

    @Test
    void databaseThatCannotBeUsedIsNamedWithoutItsPassword() {
        database.setDatabaseName("no-such-database");
        assertThatThrownBy(this::store).isInstanceOf(StoreFault.class).hasMessageContaining("/no-such-database could not be opened")
                .hasMessageContaining("\nMaybe check whether PostgreSQL is running there").message().doesNotContain("planted-password");
    }

    /** Connections are cut again and again, also between a commit and its answer: each run begins once. */
    @Test
    @Tag("long")
    void whatIsWrittenWhileConnectionsAreCutIsWrittenOnce() {
        try (RunStore store = store()) {
            AtomicInteger cuts = new AtomicInteger();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < WRITES; i++) {
                    long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
                    assertThat(runId).isNotZero();
                }
            });
            while (!writer.isDone()) {
                Postgres.shared().cut(database);
                cuts.incrementAndGet();
            }
            writer.join();
            assertThat(store.runs(plan.application())).hasSize(WRITES);
            assertThat(cuts).hasPositiveValue();
        }
    }

    @Test
    void whoWritesWhileTheServerIsAwayWaitsForIt() {
        try (Postgres server = Postgres.start(folder.resolve("data")); Opened elsewhere = Opened.on(server.database())) {
            RunStore store = elsewhere.store();
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            server.end();
            CompletableFuture<Integer> attempt = CompletableFuture.supplyAsync(() -> store.beginAttempt(runId, Phase.DEPLOY, steps, AT));
            server.begin();
            assertThat(attempt.join()).isEqualTo(1);
            assertThat(store.run(runId).orElseThrow().steps()).hasSize(steps.size());
        }
    }

    /** The leader stands still and does not know that it is followed: each of its writes is refused, whatever it is. */
    @Test
    void whoLeadsNoMoreWritesNothing() {
        try (RunStore former = store(); RunStore next = opened(); Leadership other = Leadership.inPostgres(database, "other",
                Duration.ofMinutes(1))) {
            long runId = former.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            former.beginAttempt(runId, Phase.DEPLOY, steps, AT);
            former.stepStarted(runId, 1, steps.get(0), AT);
            assertThatThrownBy(() -> next.entriesSet("app", 1, EntryState.NONE)).as("a follower").isInstanceOf(StoreFault.class);
            assertThat(other.take()).as("while it is kept").isEmpty();
            leadership.giveBack(epoch);
            long later = other.take().orElseThrow();
            assertThat(later).isGreaterThan(epoch);
            assertThat(leadership.keep(epoch)).isFalse();
            List<Runnable> writes = List.of(() -> former.stepEnded(runId, 1, steps.get(0), StepState.DONE, 1, Optional.empty(), AT),
                    () -> former.stepStarted(runId, 1, steps.get(1), AT), () -> former.beginAttempt(runId, Phase.DEPLOY, steps, AT),
                    () -> former.runEnded(runId, RunState.DONE, Optional.empty(), AT), () -> former.reopened(runId, AT),
                            () -> former.cancelled(runId, new Cancel("ana", AT)),
                    () -> former.beginUndo(runId, Plans.frontAndDb("host-12", "host-21", Optional.of(plan)), "error", AT),
                    () -> former.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT),
                            () -> former.entriesSet("app", 1, EntryState.NONE));
            writes.forEach(write -> assertThatThrownBy(write::run).isInstanceOf(StoreFault.class).hasMessageContaining("does not lead"));
            next.lead(later);
            next.reopened(runId, AT);
            assertThat(former.run(runId)).as("it still reads").isEqualTo(next.run(runId));
            assertThat(next.run(runId).orElseThrow().steps().get(0).state()).isEqualTo(StepState.FAILED);
        }
    }

    /** To create a trigger waits for writers; a start that finds the guards creates none. */
    @Test
    void whoStartsWhileTheLeaderWritesDoesNotWait() throws SQLException {
        try (RunStore leader = store(); Connection writer = database.getConnection()) {
            writer.setAutoCommit(false);
            writer.createStatement().execute("set caravan.epoch = " + epoch);
            writer.createStatement().execute("delete from unconfirmed");
            CompletableFuture<Void> start = CompletableFuture.runAsync(() -> opened().close());
            assertThat(start).succeedsWithin(Duration.ofMinutes(2));
            writer.rollback();
        }
    }

    /** As after an upgrade, or if somebody dropped it. */
    @Test
    void whoStartsCreatesAGuardThatIsMissing() throws SQLException {
        store().close();
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("drop trigger only_the_leader_writes on steps");
        }
        opened().close();
        try (Connection connection = database.getConnection()) {
            assertThatThrownBy(() -> connection.createStatement().execute("delete from steps")).hasMessageContaining("does not lead");
        }
    }

    /** Its transaction is open when it stands still, as a process that is stopped. */
    @Test
    void whoStandsStillInTheMiddleOfAWriteIsFollowed() throws SQLException {
        try (RunStore former = store(); Connection still = database.getConnection()) {
            former.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            still.setAutoCommit(false);
            still.createStatement().execute("set idle_in_transaction_session_timeout = '200ms'");
            still.createStatement().execute("set caravan.epoch = " + epoch);
            still.createStatement().execute("delete from unconfirmed");
            leadership.giveBack(epoch);
            try (Leadership other = Leadership.inPostgres(database, "other", Duration.ofMinutes(1))) {
                assertThat(other.take()).isPresent();
            }
        }
    }

    @Test
    void whoDoesNotKeepItIsFollowed() {
        try (RunStore store = store(); Leadership hasty = Leadership.inPostgres(database, "hasty", Duration.ofMillis(1));
                Leadership other = Leadership.inPostgres(database, "other", Duration.ofMinutes(1))) {
            leadership.giveBack(epoch);
            long first = hasty.take().orElseThrow();
            OptionalLong second = other.take();
            while (second.isEmpty()) {
                second = other.take();
            }
            assertThat(second.getAsLong()).isEqualTo(first + 1);
            assertThat(store.targets()).isEmpty();
        }
    }

    /**
     * The clock of the database is set back by three hours, which is the same as that what it wrote is three hours ahead; and then who
     * leads is gone.
     */
    @Test
    void aClockThatWasSetBackKeepsNobodyFromLeading() throws SQLException {
        try (RunStore store = store(); Leadership gone = Leadership.inPostgres(database, "gone", Duration.ofMillis(100));
                Leadership other = Leadership.inPostgres(database, "other", Duration.ofMillis(100))) {
            leadership.giveBack(epoch);
            long first = gone.take().orElseThrow();
            for (int kept = 0; kept < 30; kept++) {
                ahead("3 hours");
                assertThat(other.take()).as("while it is kept").isEmpty();
                assertThat(gone.keep(first)).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            ahead("3 hours");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            OptionalLong second = other.take();
            while (second.isEmpty() && System.nanoTime() < end) {
                second = other.take();
            }
            assertThat(second).hasValue(first + 1);
            assertThat(gone.keep(first)).as("it comes back").isFalse();
            assertThat(store.targets()).isEmpty();
        }
    }

    /** Then the time of who leads is over at once. It learns that, and until then writes nothing. */
    @Test
    void aClockThatWasSetForwardLeavesOneLeader() throws SQLException {
        try (RunStore former = store(); Leadership other = Leadership.inPostgres(database, "other", Duration.ofMinutes(1))) {
            ahead("-3 hours");
            assertThat(other.take()).hasValue(epoch + 1);
            assertThatThrownBy(() -> former.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT)).isInstanceOf(StoreFault.class)
                    .hasMessageContaining("does not lead");
            assertThat(leadership.keep(epoch)).isFalse();
        }
    }

    private void ahead(String interval) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("update leadership set until = until + interval '" + interval + "'");
        }
    }

    @AfterEach
    void close() {
        if (leadership != null) {
            leadership.close();
        }
    }

    private record Opened(RunStore store, Leadership leadership) implements AutoCloseable {

        static Opened on(PGSimpleDataSource database) {
            RunStore store = SqlRunStore.inPostgres(database, "journal");
            Leadership leadership = Leadership.inPostgres(database, "test", Duration.ofHours(1));
            store.lead(leadership.take().orElseThrow());
            return new Opened(store, leadership);
        }

        @Override
        public void close() {
            leadership.close();
            store.close();
        }
    }

    /** The first one leads, and those that are opened later lead in the same epoch, as after a restart. */
    @Override
    RunStore store() {
        RunStore store = opened();
        if (leadership == null) {
            leadership = Leadership.inPostgres(database, "test", Duration.ofHours(1));
            epoch = leadership.take().orElseThrow();
        }
        store.lead(epoch);
        return store;
    }

    private RunStore opened() {
        return SqlRunStore.inPostgres(database, database.getURL().replaceAll("[?].*", ""));
    }
}
