package org.caravan.server.infrastructure;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.caravan.json.Json;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Every accepted infrastructure text, the latest in force. */
@Component
class InfrastructureStore {

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

    /** Number of the one in force; 0 before the first. */
    long revision() {
        return database.sql("select coalesce(max(revision), 0) from infrastructure").query(Long.class).single();
    }

    @SuppressWarnings("unchecked")
    Optional<Map<String, String>> latest() {
        return database.sql("select files from infrastructure order by revision desc limit 1")
                .query(String.class)
                .optional()
                .map(text -> (Map<String, String>) Json.read(text, Map.class));
    }
}
