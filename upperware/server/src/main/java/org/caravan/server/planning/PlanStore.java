package org.caravan.server.planning;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Every plan that was made, as it was answered. A plan that is made again becomes the latest again. */
@Component
class PlanStore {

    private final JdbcClient database;
    private final Clock clock;

    PlanStore(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    void add(PlanView answer, Optional<DeploymentPlan> plan) {
        // "or replace" gives the row a new number: the latest plan is the one with the highest.
        database.sql("insert or replace into plan (application, id, outcome, generation, plan, answer, made_at) "
                        + "values (?, ?, ?, ?, ?, ?, ?)")
                .params(answer.application(), answer.id(), answer.outcome().name(), answer.generation(),
                        plan.map(Json::write).orElse(null), Json.write(answer), clock.instant().toString())
                .update();
    }

    Optional<PlanView> answer(String application, String id) {
        return database.sql("select answer from plan where application = ? and id = ?")
                .params(application, id)
                .query(String.class).optional()
                .map(text -> Json.read(text, PlanView.class));
    }

    Optional<PlanView> latest(String application) {
        return database.sql("select answer from plan where application = ? order by number desc limit 1")
                .param(application)
                .query(String.class).optional()
                .map(text -> Json.read(text, PlanView.class));
    }

    Optional<DeploymentPlan> plan(String application, String id) {
        return database.sql("select plan from plan where application = ? and id = ? and plan is not null")
                .params(application, id)
                .query(String.class).optional()
                .map(text -> Json.read(text, DeploymentPlan.class));
    }

    /** Newest first. */
    List<PlanView> all(String application, int limit) {
        return database.sql("select answer from plan where application = ? order by number desc limit ?")
                .params(application, limit)
                .query(String.class).list().stream()
                .map(text -> Json.read(text, PlanView.class))
                .toList();
    }
}
