package org.caravan.testing.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.testing.Shared;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL server in processes of its own, as Debian 12 has it, which a test may end and begin again on the same data. */
public final class Postgres implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static Postgres shared;

    private final Path data;
    private int port;
    private EmbeddedPostgres running;

    private Postgres(Path data) {
        this.data = data;
    }

    /** @param data folder that is made */
    public static Postgres start(Path data) {
        Postgres server = new Postgres(data);
        server.begin();
        return server;
    }

    /** One for all tests of this process, each with databases of its own: a start takes seconds. Ends with the process. */
    public static synchronized Postgres shared() {
        if (shared == null) {
            shared = Shared.endsWithProcess(start(Shared.folder("caravan-postgres").resolve("data")));
        }
        return shared;
    }

    /** On the port that it had before. */
    public void begin() {
        try {
            running = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).setPort(port).setPGStartupWait(START)
                    // Whoever begins it ends it, and only then may its folder go.
                    .setRegisterShutdownHook(false)
                    .setServerConfig("max_connections", "60").start();
            port = running.getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void end() {
        try {
            running.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new database that nobody else has; {@code template1} is what it begins with. */
    public PGSimpleDataSource database() {
        String name = "caravan_" + NUMBER.incrementAndGet();
        administer("create database " + name);
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(name));
        source.setUser("postgres");
        source.setPassword("postgres");
        return source;
    }

    /** Ends every connection to the database, as an administrator may. */
    public void cut(PGSimpleDataSource database) {
        administer("select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + database.getDatabaseName() + "'");
    }

    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    private void administer(String statement) {
        try (Connection connection = running.getPostgresDatabase().getConnection(); Statement work = connection.createStatement()) {
            work.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        end();
    }
}
