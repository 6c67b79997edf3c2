package org.caravan.execution.sql;

import java.sql.SQLException;
import java.util.List;
import org.caravan.execution.journal.StoreFault;

/**
 * Tables of the journal and the format of the JSON in them, by version. A released version is never edited. A new version adds
 * statements that migrate existing data (with SQLite's {@code json_set} and related functions). Placeholders mark syntax that
 * differs between databases; {@link JournalDialect} replaces them.
 */
final class Schema {

    /** Placeholder for a generated integer key. */
    static final String COUNTED = "{counted}";

    private static final int VERSION = 4;

    private static final List<String> VERSION_1 = List.of(
            "create table plans (id text primary key, application text not null, plan text not null, report text)",
            "create table targets (application text primary key, plan_id text not null references plans, since text not null)",
            """
            create table runs (id {counted}, application text not null,
                plan_id text not null references plans, state text not null, attempt integer not null,
                started_at text not null, ended_at text, error text)""",
            "create index runs_by_application on runs (application, id)",
            """
            create table steps (run_id integer not null references runs, attempt integer not null, number integer not null,
                kind text not null, text text not null, state text not null, tries integer not null,
                started_at text, ended_at text, error text, primary key (run_id, attempt, number))""",
            "create table entries (application text primary key, generation integer not null, entries text not null)",
            "create table unconfirmed (application text not null, copy text not null, primary key (application, copy))",
            "create table footprint (application text not null, host_id text not null, primary key (application, host_id))");

    /** Adds undo, and the data for estimates of step durations. */
    private static final List<String> VERSION_2 = List.of(
            "alter table runs add column previous_plan_id text references plans",
            "alter table runs add column undo_plan_id text references plans",
            "alter table runs add column undo_at text",
            "alter table runs add column terms text",
            "alter table steps add column phase text not null default 'DEPLOY'",
            "alter table steps add column host_id text",
            "alter table steps add column image text",
            "alter table steps add column waits_for text not null default ''");

    /** Adds cancellation of runs. */
    private static final List<String> VERSION_3 = List.of(
            "alter table runs add column cancelled_by text",
            "alter table runs add column cancelled_at text");

    /** Adds copies that a host may have although its list does not show them. */
    private static final List<String> VERSION_4 = List.of(
            """
            create table created (application text not null, copy text not null, host_id text not null,
                primary key (application, copy, host_id))""");

    private Schema() {}

    /**
     * Migrates a journal of any older version to this one. Must be called within a transaction.
     *
     * @throws StoreFault if a newer Caravan wrote the journal
     */
    static void bring(JournalDialect home, Database journal) throws SQLException {
        int version = home.version(journal);
        if (version > VERSION) {
            throw new StoreFault("The journal " + home.name() + " was written by a newer Caravan (schema " + version
                    + ", this one knows " + VERSION + ").\nMaybe start the newer Caravan.", null);
        }
        if (version < 1) {
            execute(VERSION_1, home, journal);
        }
        if (version < 2) {
            execute(VERSION_2, home, journal);
        }
        if (version < 3) {
            execute(VERSION_3, home, journal);
        }
        if (version < 4) {
            execute(VERSION_4, home, journal);
        }
        if (version < VERSION) {
            home.setVersion(journal, VERSION);
        }
        home.guard(journal);
    }

    private static void execute(List<String> statements, JournalDialect home, Database journal) throws SQLException {
        for (String statement : statements) {
            journal.execute(home.inItsWords(statement));
        }
    }
}
