package org.caravan.server.data;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The server's own tables, in an SQLite file or in PostgreSQL. Flyway creates and migrates them from {@code db}. */
@Configuration
class DatabaseConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseConfiguration.class);

    /** More than the requests that a server answers at the same time. */
    private static final int CONNECTIONS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Writers wait for each other inside SQLite, so the wait for a connection must exceed the busy time-out. */
    private static final int FILE_CONNECTIONS = 16;
    private static final int BUSY_MILLIS = 10_000;
    private static final Duration FILE_PATIENCE = Duration.ofSeconds(30);
    /** Start-up time of a database that starts together with the server. */
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(250);

    @Bean
    DataSource serverTables(ServerDatabase database, DataFolder folder) {
        return database.postgres().map(source -> pool(source, database.name())).orElseGet(() -> file(folder));
    }

    private static DataSource file(DataFolder folder) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // FULL: a committed answer survives a power failure, not only a killed process.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        // Writers queue at BEGIN; a deferred transaction could fail when it upgrades from read to write.
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + folder.file("server.db"));
        // Opening the file and reading its schema takes longer than most queries (docs/decisions/rest-api.md).
        return pooled(source, FILE_CONNECTIONS, FILE_PATIENCE);
    }

    private static DataSource pool(DataSource postgres, String name) {
        await(postgres, name);
        LOG.info("the state of the server is in {}", name);
        return pooled(postgres, CONNECTIONS, PATIENCE);
    }

    private static HikariDataSource pooled(DataSource source, int most, Duration patience) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("database");
        config.setDataSource(source);
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(patience.toMillis());
        return new HikariDataSource(config);
    }

    private static void await(DataSource postgres, String name) {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try (Connection connection = postgres.getConnection()) {
                return;
            } catch (SQLException e) {
                boolean comes = e.getSQLState() != null && (e.getSQLState().startsWith("08") || e.getSQLState().startsWith("57P"));
                if (!comes || System.nanoTime() > end) {
                    throw new DatabaseUnavailable("The database (" + name + ") cannot be used: " + e.getMessage(), e);
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
    }
}
