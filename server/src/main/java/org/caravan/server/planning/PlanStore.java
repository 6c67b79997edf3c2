package org.caravan.server.planning;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.caravan.api.plan.PlanView;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.caravan.server.trace.Traces;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of all plans, each with its full answer. A plan that is computed again becomes the latest again. */
@Component
class PlanStore implements RecordCheck {

    private static final StoredRows ROWS = new StoredRows("plan", "id", Optional.of("application"), "plan again: caravan plan.");

    private final JdbcClient database;
    private final Clock clock;
    private final Traces traces;

    PlanStore(JdbcClient database, Clock clock, Traces traces) {
        this.database = database;
        this.clock = clock;
        this.traces = traces;
    }

    /** @param modelDigest digest of the texts of the model that the plan was made from; empty if it is not certain */
    void add(PlanView answer, Optional<DeploymentPlan> plan, Optional<String> modelDigest) {
        // A plan that is computed again gets a new number, because the latest plan is the one with the highest number.
        database.sql(
                "insert into plan (application, id, outcome, generation, plan, answer, made_at, trace, "
                        + "model) values (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                        + "on conflict (application, id) do update set number = excluded.number, outcome = excluded.outcome, "
                        + "generation = excluded.generation, plan = excluded.plan, answer = excluded.answer, made_at = excluded.made_at, "
                                + "trace = excluded.trace, model = excluded.model")
                .params(answer.application(), answer.id(), answer.outcome().name(), answer.generation(),
                        plan.map(Json::write).orElse(null), Json.write(answer), clock.instant().toString(), traces.context().orElse(null),
                        modelDigest.orElse(null))
                .update();
    }

    void remove(String application) {
        database.sql("delete from plan where application = ?").param(application).update();
        database.sql("delete from chosen_bandwidth where application = ?").param(application).update();
        database.sql("delete from proposed_bandwidth where application = ?").param(application).update();
    }

    Optional<PlanView> answer(String application, String id) {
        return database.sql("select application, id, answer, plan from plan where application = ? and id = ?")
                .params(application, id)
                .query(ROWS.one(PlanStore::answer)).optional();
    }

    /** Ids of plans that begin with these digits, sorted; at most two. @param prefix hexadecimal digits */
    List<String> ids(String application, String prefix) {
        return database.sql("select id from plan where application = ? and id like ? order by id limit 2")
                .params(application, prefix + "%").query(String.class).list();
    }

    /** Digest of the texts of the model that the plan was made from; empty if no approval of the plan approves a model. */
    Optional<String> modelDigest(String application, String id) {
        return database.sql("select model from plan where application = ? and id = ? and model is not null").params(application, id)
                .query(String.class).optional();
    }

    Optional<PlanView> latest(String application) {
        return database.sql("select application, id, answer, plan from plan where application = ? order by number desc limit 1")
                .param(application)
                .query(ROWS.one(PlanStore::answer)).optional();
    }

    Optional<DeploymentPlan> plan(String application, String id) {
        return database.sql("select application, id, answer, plan from plan where application = ? and id = ? and plan is not null")
                .params(application, id)
                .query(ROWS.one(PlanStore::plan)).optional();
    }

    /** Newest first. */
    List<PlanView> all(String application, Optional<String> outcome, Optional<String> before, int limit) {
        return database.sql(
                "select application, id, answer, plan from plan where application = ? and (cast(? as text) is null or outcome = ?) "
                        + "and (cast(? as text) is null or number < (select number from plan where application = ? and id = ?)) order by "
                                + "number desc limit ?")
                .params(application, outcome.orElse(null), outcome.orElse(null), before.orElse(null), application, before.orElse(null),
                        limit)
                .query(ROWS.each(PlanStore::answer)).list().stream().flatMap(Optional::stream).toList();
    }

    /** Checks only the latest plan of each application, because plans that were not approved can be made again. */
    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(
                database.sql(
                "select application, id, answer, plan from plan where number in (select max(number) from plan group by application)")
                .query(ROWS.failure((row, line) -> answer(row, line) == null || row.getString("plan") != null && plan(row, line) == null))
                .list());
    }

    private static PlanView answer(ResultSet row, int line) throws SQLException {
        return Json.read(row.getString("answer"), PlanView.class);
    }

    private static DeploymentPlan plan(ResultSet row, int line) throws SQLException {
        return Json.read(row.getString("plan"), DeploymentPlan.class);
    }
}
