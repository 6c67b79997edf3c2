package org.caravan.server;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteDataSource;

/** The server's tables in a file of a test's own. */
public final class Tables {

    private Tables() {}

    public static DataSource in(Path folder) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("server.db"));
        Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
        return source;
    }
}
