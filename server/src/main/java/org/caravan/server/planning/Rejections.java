package org.caravan.server.planning;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.plan.RejectionView;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Store of rejected plans. A rejection applies to the content of a plan, which its id identifies. If the same plan is made again, even by
 * the server itself, it is still rejected.
 */
@Component
class Rejections {

    private static final StoredRows ROWS = new StoredRows("rejection of a plan", "plan_id", Optional.of("application"),
            "take it back and reject the plan again.");

    private static final String COLUMNS = "name, token_id, rejected_at, reason";

    private final JdbcClient database;

    Rejections(JdbcClient database) {
        this.database = database;
    }

    /** @return false if the plan was already rejected */
    boolean add(String application, String planId, RejectionView rejection) {
        return database.sql("insert into plan_rejection (application, plan_id, " + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?) on conflict do nothing")
                .params(application, planId, rejection.name(), rejection.tokenId(), rejection.at().toString(), rejection.reason())
                .update() > 0;
    }

    /** @return whether the plan was rejected */
    boolean remove(String application, String planId) {
        return database.sql("delete from plan_rejection where application = ? and plan_id = ?").params(application, planId).update() > 0;
    }

    void removeAll(String application) {
        database.sql("delete from plan_rejection where application = ?").param(application).update();
    }

    Optional<RejectionView> of(String application, String planId) {
        return database.sql("select application, plan_id, " + COLUMNS + " from plan_rejection where application = ? and plan_id = ?")
                .params(application, planId)
                .query(ROWS.one((row, number) -> read(row))).optional();
    }

    /** Rejections by plan id. */
    Map<String, RejectionView> all(String application) {
        Map<String, RejectionView> all = new HashMap<>();
        database.sql("select application, plan_id, " + COLUMNS + " from plan_rejection where application = ?").param(application)
                .query(ROWS.each((row, number) -> all.put(row.getString("plan_id"), read(row)) == null)).list();
        return all;
    }

    private static RejectionView read(ResultSet row) throws SQLException {
        return new RejectionView(row.getString("name"), row.getString("token_id"), Instant.parse(row.getString("rejected_at")),
                row.getString("reason"));
    }
}
