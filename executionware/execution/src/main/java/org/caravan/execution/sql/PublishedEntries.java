package org.caravan.execution.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.change.EntryState;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.RunStore.EntriesInForce;
import org.caravan.json.Json;

/** Entries last published for users of each application. Must be called within a transaction. */
final class PublishedEntries {

    private final Database database;

    PublishedEntries(Database database) {
        this.database = database;
    }

    /** Entries by application. */
    Map<String, EntriesInForce> all() throws SQLException {
        Map<String, EntriesInForce> all = new TreeMap<>();
        database.query("select application, generation, entries from entries", row -> {
            String application = row.getString(1);
            Stored.readable(() -> read(application, row)).ifPresent(entries -> all.put(application, entries));
            return application;
        });
        return all;
    }

    /** @throws UnreadableRecord if they cannot be read */
    Optional<EntriesInForce> of(String application) throws SQLException {
        return database.query("select application, generation, entries from entries where application = ?", row -> read(application, row),
                application).stream().findFirst();
    }

    /** Entries that cannot be read. */
    List<UnreadableRecord> unreadable() throws SQLException {
        return database.query("select application, generation, entries from entries", row -> {
            String application = row.getString(1);
            return Stored.failure(() -> read(application, row));
        }).stream().flatMap(Optional::stream).toList();
    }

    private static EntriesInForce read(String application, ResultSet row) {
        return Stored.reading("answers for users", application, Optional.of(application),
                "deploy the application again: that writes them again.",
                () -> new EntriesInForce(row.getLong(2), Json.read(row.getString(3), EntryState.class)));
    }

    int set(String application, long generation, EntryState entries) throws SQLException {
        return database.update(
                "insert into entries (application, generation, entries) values (?, ?, ?)"
                        + " on conflict (application) do update set generation = excluded.generation, entries = excluded.entries",
                application, generation, Json.write(entries));
    }
}
