package org.caravan.execution;

import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.change.EntryState;
import org.caravan.execution.RunStore.EntriesInForce;
import org.caravan.json.Json;

/** What users of each application were told last. Within a transaction that is open. */
final class ToldEntries {

    private final Database database;

    ToldEntries(Database database) {
        this.database = database;
    }

    /** By application. */
    Map<String, EntriesInForce> all() throws SQLException {
        Map<String, EntriesInForce> all = new TreeMap<>();
        database.query("select application, generation, entries from entries", row -> all.put(row.getString(1),
                new EntriesInForce(row.getLong(2), Stored.read(row.getString(3), EntryState.class, "entries of " + row.getString(1)))));
        return all;
    }

    int set(String application, long generation, EntryState entries) throws SQLException {
        return database.update(
                "insert into entries (application, generation, entries) values (?, ?, ?)"
                        + " on conflict (application) do update set generation = excluded.generation, entries = excluded.entries",
                application, generation, Json.write(entries));
    }
}
