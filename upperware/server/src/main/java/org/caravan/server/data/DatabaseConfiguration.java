package org.caravan.server.data;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The server's own SQLite file; its tables are made and moved on by Flyway from {@code db/migration}. */
@Configuration
class DatabaseConfiguration {

    @Bean
    DataSource serverDatabase(DataFolder folder) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // FULL: a committed answer survives a power cut, not only a killed process.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(10_000);
        config.enforceForeignKeys(true);
        // Writers queue at BEGIN; a deferred one could fail when it turns from reading to writing.
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + folder.file("server.db"));
        return source;
    }
}
