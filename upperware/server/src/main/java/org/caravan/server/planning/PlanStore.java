package org.caravan.server.planning;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.trace.Traces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Every plan that was made, as it was answered. A plan that is made again becomes the latest again. */
@Component
class PlanStore {

    private static final Logger LOG = LoggerFactory.getLogger(PlanStore.class);

    private final JdbcClient database;
    private final Clock clock;
    private final Traces traces;

    PlanStore(JdbcClient database, Clock clock, Traces traces) {
        this.database = database;
        this.clock = clock;
        this.traces = traces;
    }

    void add(PlanView answer, Optional<DeploymentPlan> plan) {
        // One that is made again gets a new number: the latest plan is the one with the highest.
        database.sql("insert into plan (application, id, outcome, generation, plan, answer, made_at, trace) values (?, ?, ?, ?, ?, ?, ?, ?) "
                        + "on conflict (application, id) do update set number = excluded.number, outcome = excluded.outcome, "
                        + "generation = excluded.generation, plan = excluded.plan, answer = excluded.answer, made_at = excluded.made_at, trace = excluded.trace")
                .params(answer.application(), answer.id(), answer.outcome().name(), answer.generation(),
                        plan.map(Json::write).orElse(null), Json.write(answer), clock.instant().toString(), traces.context().orElse(null))
                .update();
    }

    void remove(String application) {
        database.sql("delete from plan where application = ?").param(application).update();
    }

    Optional<PlanView> answer(String application, String id) {
        return database.sql("select answer from plan where application = ? and id = ?")
                .params(application, id)
                .query(String.class).optional()
                .flatMap(text -> read(text, PlanView.class));
    }

    Optional<PlanView> latest(String application) {
        return database.sql("select answer from plan where application = ? order by number desc limit 1")
                .param(application)
                .query(String.class).optional()
                .flatMap(text -> read(text, PlanView.class));
    }

    Optional<DeploymentPlan> plan(String application, String id) {
        return database.sql("select plan from plan where application = ? and id = ? and plan is not null")
                .params(application, id)
                .query(String.class).optional()
                .flatMap(text -> read(text, DeploymentPlan.class));
    }

    /** Newest first. */
    List<PlanView> all(String application, Optional<String> outcome, Optional<String> before, int limit) {
        return database.sql("select answer from plan where application = ? and (cast(? as text) is null or outcome = ?) "
                        + "and (cast(? as text) is null or number < (select number from plan where application = ? and id = ?)) order by number desc limit ?")
                .params(application, outcome.orElse(null), outcome.orElse(null), before.orElse(null), application, before.orElse(null), limit)
                .query(String.class).list().stream()
                .flatMap(text -> read(text, PlanView.class).stream())
                .toList();
    }

    /** Whatever was not approved can be made again: what an earlier Caravan wrote otherwise is as if it never was. */
    private static <T> Optional<T> read(String text, Class<T> type) {
        try {
            return Optional.of(Json.read(text, type));
        } catch (RejectedInput unreadable) {
            LOG.warn("a plan of an earlier Caravan is left out, plan again: {}", unreadable.getMessage());
            return Optional.empty();
        }
    }
}
