package org.caravan.server;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.caravan.testing.postgres.Postgres;
import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteDataSource;

/** The server's tables in a database of a test's own. */
public final class Tables {

    private Tables() {}

    public static DataSource in(Path folder) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("server.db"));
        return made(source, "sqlite");
    }

    public static DataSource inPostgres() {
        return made(Postgres.shared().database(), "postgresql");
    }

    private static DataSource made(DataSource source, String dialect) {
        Flyway.configure().dataSource(source).locations("classpath:db/" + dialect, "classpath:db/migration").load().migrate();
        return source;
    }
}
