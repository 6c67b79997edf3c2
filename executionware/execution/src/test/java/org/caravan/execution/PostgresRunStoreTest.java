package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.testing.postgres.Postgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresRunStoreTest extends RunStoreContract {

    private static final int WRITES = 200;

    private final PGSimpleDataSource database = Postgres.shared().database();

    @TempDir
    private Path folder;

    @Test
    void journalOfNewerVersionIsRefused() throws SQLException {
        store().close();
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("update journal_version set version = 99");
        }
        assertThatThrownBy(this::store).isInstanceOf(StoreFault.class).hasMessageContaining("schema 99").hasMessageContaining("\nMaybe start the newer Caravan.");
    }

    @Test
    void databaseThatCannotBeUsedIsNamedWithoutItsPassword() {
        database.setDatabaseName("no-such-database");
        assertThatThrownBy(this::store).isInstanceOf(StoreFault.class).hasMessageContaining("/no-such-database could not be opened")
                .hasMessageContaining("\nMaybe see whether PostgreSQL runs there").message().doesNotContain("planted-password");
    }

    /** Connections are cut again and again, also between a commit and its answer: each run begins once. */
    @Test
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
        try (Postgres server = Postgres.start(folder.resolve("data")); RunStore store = SqlRunStore.inPostgres(server.database(), "journal")) {
            long runId = store.begin(plan, Optional.empty(), RunTerms.HELD, Set.of(), AT);
            server.end();
            CompletableFuture<Integer> attempt = CompletableFuture.supplyAsync(() -> store.beginAttempt(runId, Phase.DEPLOY, steps, AT));
            server.begin();
            assertThat(attempt.join()).isEqualTo(1);
            assertThat(store.run(runId).orElseThrow().steps()).hasSize(steps.size());
        }
    }

    @Override
    RunStore store() {
        return SqlRunStore.inPostgres(database, database.getURL().replaceAll("[?].*", ""));
    }
}
