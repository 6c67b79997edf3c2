package org.caravan.server.infrastructure;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores all accepted infrastructure texts; the latest is current. */
@Component
class InfrastructureStore implements RecordCheck {

    private static final String LATEST = "select revision, files from infrastructure order by revision desc limit 1";
    private static final StoredRows ROWS = new StoredRows("infrastructure", "revision", Optional.empty(),
            "submit the infrastructure again: caravan infrastructure FILE.");

    private final JdbcClient database;
    private final Clock clock;

    InfrastructureStore(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    void add(String name, Map<String, String> files) {
        database.sql("insert into infrastructure (name, files, accepted_at) values (?, ?, ?)")
                .params(name, Json.write(files), clock.instant().toString())
                .update();
    }

    /** Revision of the current infrastructure; 0 before the first. */
    long revision() {
        return database.sql("select coalesce(max(revision), 0) from infrastructure").query(Long.class).single();
    }

    /** @throws UnreadableRecord if it cannot be read */
    Optional<Map<String, String>> latest() {
        return database.sql(LATEST).query(ROWS.one(InfrastructureStore::files)).optional();
    }

    /** Like {@link #latest}, but also empty if the record is unreadable, for a caller that replaces it. */
    Optional<Map<String, String>> readable() {
        return database.sql(LATEST).query(ROWS.each(InfrastructureStore::files)).optional().flatMap(found -> found);
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(database.sql(LATEST).query(ROWS.failure(InfrastructureStore::files)).list());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> files(ResultSet row, int line) throws SQLException {
        return Json.read(row.getString("files"), Map.class);
    }
}
