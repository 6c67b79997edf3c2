package org.caravan.execution.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Makes PostgreSQL refuse journal writes from all servers except the leader (fencing). */
final class JournalFence {

    static final String EPOCH = "caravan.epoch";

    private static final String GUARD = "only_the_leader_writes";

    /** Between the quotes of the function; PostgreSQL keeps it as it is. */
    private static final String BODY = """
             begin
                perform 1 from leadership where epoch = nullif(current_setting('caravan.epoch', true), '')::bigint for share;
                if not found then
                    raise exception 'this server does not lead: its epoch (%) is not the present one',
                        current_setting('caravan.epoch', true);
                end if;
                return null;
            end; """;

    private static final List<String> TABLES = List.of("plans", "targets", "runs", "steps", "entries", "unconfirmed", "created",
            "footprint");

    private JournalFence() {}

    /**
     * The epoch of the next leader is written only after open transactions of the previous leader have ended ({@code for share}).
     * Later transactions of the previous leader find a different epoch and fail.
     */
    static List<String> statements() {
        List<String> statements = new ArrayList<>(List.of(
                """
                create table if not exists leadership (one integer primary key check (one = 1), epoch bigint not null, server text not null,
                    until timestamptz not null)""",
                // Length of the lease in ms. A follower uses it to detect that no server renews the lease.
                "alter table leadership add column if not exists lease_ms bigint not null default 0",
                "insert into leadership (one, epoch, server, until) values (1, 0, '', '-infinity') on conflict do nothing",
                "create or replace function " + GUARD + "() returns trigger language plpgsql as $$" + BODY + "$$"));
        TABLES.forEach(table -> statements.add("create or replace trigger " + GUARD
                + " before insert or update or delete or truncate on " + table + " for each statement execute function " + GUARD + "()"));
        return statements;
    }

    /**
     * Whether each table of the journal has the guard of this version. Then a starting server changes nothing: to create a trigger locks
     * its table, and waits for the leader's writes.
     */
    static boolean stands(Database database) throws SQLException {
        return database.query("select count(*) from pg_trigger guard join pg_proc called on called.oid = guard.tgfoid"
                + " where guard.tgname = ? and guard.tgenabled = 'O' and called.prosrc = ? and guard.tgrelid in ("
                + TABLES.stream().map(table -> "to_regclass('" + table + "')").collect(Collectors.joining(", ")) + ")",
                row -> row.getInt(1), GUARD, BODY).get(0) == TABLES.size();
    }
}
