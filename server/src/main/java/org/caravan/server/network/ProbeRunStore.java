package org.caravan.server.network;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.network.ProbeRunView;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of probe runs, so that their results can still be read after a restart. */
@Component
class ProbeRunStore implements RecordCheck {

    private static final StoredRows ROWS = new StoredRows("probe run", "id", Optional.empty(), "probe again: caravan probe.");

    private final JdbcClient database;

    ProbeRunStore(JdbcClient database) {
        this.database = database;
    }

    void save(ProbeRunView run) {
        database.sql(
                "insert into probe_run (id, scope, repetitions, state, answer, asked_at) values (?, ?, ?, ?, ?, ?) on conflict (id) do "
                + "update set "
                        + "scope = excluded.scope, repetitions = excluded.repetitions, state = excluded.state, answer = excluded.answer, "
                                + "asked_at = excluded.asked_at")
                .params(run.id(), run.scope(), run.repetitions(), run.state(), Json.write(run), run.askedAt().toString())
                .update();
    }

    /** @return false, and nothing is changed, if the stored run is not READY */
    boolean saveIfReady(ProbeRunView run) {
        return database.sql("update probe_run set state = ?, answer = ? where id = ? and state = 'READY'")
                .params(run.state(), Json.write(run), run.id()).update() == 1;
    }

    /** @param id id of the run, or {@code latest}, which excludes runs that record agent results */
    Optional<ProbeRunView> find(String id) {
        return database.sql(id.equals("latest")
                        ? "select id, answer from probe_run where cast(? as text) is not null and id not like 'away-%' order by asked_at "
                                + "desc limit 1"
                        : "select id, answer from probe_run where id = ?")
                .param(id)
                .query(ROWS.one(ProbeRunStore::read)).optional();
    }

    /** Newest first, without agent results. */
    List<ProbeRunView> newest(int most) {
        return database.sql("select id, answer from probe_run where id not like 'away-%' order by asked_at desc limit ?").param(most)
                .query(ROWS.each(ProbeRunStore::read)).list().stream().flatMap(Optional::stream).toList();
    }

    /** Runs requested after the instant, oldest first. */
    List<ProbeRunView> since(Instant instant) {
        return database.sql("select id, answer from probe_run where asked_at > ? order by asked_at")
                .param(instant.toString())
                .query(ROWS.each(ProbeRunStore::read)).list().stream().flatMap(Optional::stream).toList();
    }

    /**
     * Newest first.
     *
     * @param before id of a run that is newer than all returned runs
     */
    List<ProbeRunView> all(Optional<String> state, Optional<String> before, int most) {
        return database.sql(
                "select id, answer from probe_run where (cast(? as text) is null or state = ?) and (cast(? as text) is null or asked_at < "
                + "(select asked_at from probe_run where id = ?)) "
                        + "order by asked_at desc limit ?")
                .params(state.orElse(null), state.orElse(null), before.orElse(null), before.orElse(null), most)
                .query(ROWS.each(ProbeRunStore::read)).list().stream().flatMap(Optional::stream).toList();
    }

    /**
     * Deletes scheduled runs and agent results from before the instant. Users did not request these runs, so they are kept only while their
     * bytes count against the budget.
     */
    void forgetStanding(Instant before) {
        database.sql("delete from probe_run where (id like 'standing-%' or id like 'away-%') and asked_at < ?").param(before.toString())
                .update();
    }

    List<ProbeRunView> inState(String state) {
        return database.sql("select id, answer from probe_run where state = ? order by asked_at")
                .param(state)
                .query(ROWS.each(ProbeRunStore::read)).list().stream().flatMap(Optional::stream).toList();
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(database.sql("select id, answer from probe_run order by asked_at desc limit 1000")
                .query(ROWS.failure(ProbeRunStore::read)).list());
    }

    private static ProbeRunView read(ResultSet row, int line) throws SQLException {
        return Json.read(row.getString("answer"), ProbeRunView.class);
    }
}
