package org.caravan.server.planning;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Plans that a person said no to. The no is to what the plan says, which is what its id stands for: whoever makes the same plan again, the server by itself among them,
 * gets the rejected one.
 */
@Component
class Rejections {

    private static final StoredRows ROWS = new StoredRows("rejection of a plan", "plan_id", Optional.of("application"), "take it back and reject the plan again.");

    private static final String COLUMNS = "name, token_id, rejected_at, reason";

    private final JdbcClient database;

    Rejections(JdbcClient database) {
        this.database = database;
    }

    /** @return whether nobody had rejected it before */
    boolean add(String application, String planId, RejectionView rejection) {
        return database.sql("insert into plan_rejection (application, plan_id, " + COLUMNS + ") values (?, ?, ?, ?, ?, ?) on conflict do nothing")
                .params(application, planId, rejection.name(), rejection.tokenId(), rejection.at().toString(), rejection.reason()).update() > 0;
    }

    /** @return whether there was one */
    boolean remove(String application, String planId) {
        return database.sql("delete from plan_rejection where application = ? and plan_id = ?").params(application, planId).update() > 0;
    }

    void removeAll(String application) {
        database.sql("delete from plan_rejection where application = ?").param(application).update();
    }

    Optional<RejectionView> of(String application, String planId) {
        return database.sql("select application, plan_id, " + COLUMNS + " from plan_rejection where application = ? and plan_id = ?").params(application, planId)
                .query(ROWS.one((row, number) -> read(row))).optional();
    }

    /** By id of the plan. */
    Map<String, RejectionView> all(String application) {
        Map<String, RejectionView> all = new HashMap<>();
        database.sql("select application, plan_id, " + COLUMNS + " from plan_rejection where application = ?").param(application)
                .query(ROWS.each((row, number) -> all.put(row.getString("plan_id"), read(row)) == null)).list();
        return all;
    }

    private static RejectionView read(ResultSet row) throws SQLException {
        return new RejectionView(row.getString("name"), row.getString("token_id"), Instant.parse(row.getString("rejected_at")), row.getString("reason"));
    }
}
