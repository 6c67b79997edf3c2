package org.caravan.server.prediction;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.PredictionView;
import org.caravan.json.Json;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of predictions beside measurements, one row per application, plan, group of users and request. */
@Component
public class PredictionStore {

    /** Retention after the end of a measurement. */
    static final Duration KEPT = Duration.ofDays(90);

    private static final StoredRows ROWS = new StoredRows("prediction", "plan_id", Optional.of("application"),
            "wait: it is written again while its plan is in force.");

    private final JdbcClient database;

    PredictionStore(JdbcClient database) {
        this.database = database;
    }

    /**
     * Replaces the rows of these predictions, and removes rows whose measurement ended long ago.
     *
     * @param now time of the measurement
     * @return number of removed rows
     */
    public int keep(String application, List<PredictionView> predictions, Instant now) {
        for (PredictionView one : predictions) {
            database.sql("insert into prediction (application, plan_id, users_id, request_id, until, answer) values (?, ?, ?, ?, ?, ?) "
                    + "on conflict (application, plan_id, users_id, request_id) do update set until = excluded.until, "
                    + "answer = excluded.answer")
                    .params(application, one.planId(), one.request().usersId(), one.request().requestId(), now.toString(),
                            Json.write(one)).update();
        }
        return database.sql("delete from prediction where application = ? and until < ?")
                .params(application, now.minus(KEPT).toString()).update();
    }

    /** Newest measurement first, then sorted by users and request; rows that this version cannot read are left out. */
    public List<PredictionView> all(String application) {
        return since(application, Instant.EPOCH);
    }

    /** Those of {@link #all} whose measurement ended at this time or later. Times are compared as texts, to the second. */
    public List<PredictionView> since(String application, Instant earliest) {
        return StoredRows.readable(database.sql("select application, plan_id, answer from prediction where application = ? and until >= ? "
                + "order by until desc, plan_id, users_id, request_id").params(application, earliest.toString())
                .query(ROWS.each(PredictionStore::view)).list());
    }

    /** Rows of one plan, sorted by users and request. */
    public List<PredictionView> of(String application, String planId) {
        return StoredRows.readable(database.sql("select application, plan_id, answer from prediction where application = ? and plan_id = ? "
                + "order by users_id, request_id").params(application, planId)
                .query(ROWS.each(PredictionStore::view)).list());
    }

    /** Notes that predictions of this plan missed the allowed error. Returns false if it was noted before. */
    public boolean noteMissed(String application, String planId) {
        return database.sql("insert into missed_prediction (application, plan_id) values (?, ?) on conflict (application, plan_id) do "
                + "nothing").params(application, planId).update() > 0;
    }

    /** Removes all rows of an application that was removed. */
    public void forget(String application) {
        database.sql("delete from missed_prediction where application = ?").param(application).update();
        database.sql("delete from prediction where application = ?").param(application).update();
    }

    private static PredictionView view(ResultSet row, int line) throws SQLException {
        return Json.read(row.getString("answer"), PredictionView.class);
    }
}
