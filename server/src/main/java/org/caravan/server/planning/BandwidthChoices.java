package org.caravan.server.planning;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.application.Bandwidth;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Bandwidth of copies that people chose at run time. A choice ends when another model of its application is submitted. */
@Component
public class BandwidthChoices {

    private record Row(String instance, Optional<Bandwidth> amounts) {}

    private final JdbcClient database;
    private final Models models;
    private final Clock clock;

    BandwidthChoices(JdbcClient database, Models models, Clock clock) {
        this.database = database;
        this.models = models;
        this.clock = clock;
    }

    /**
     * Choices that apply to the latest model, by copy ({@code web:1}); without amounts if an earlier version of Caravan stored the choice.
     *
     * @param target a bandwidth that was proposed with this plan is chosen from now on
     */
    public Map<String, Optional<Bandwidth>> of(String application, Optional<DeploymentPlan> target) {
        target.ifPresent(plan -> settle(application, plan.digest()));
        Map<String, Optional<Bandwidth>> choices = new TreeMap<>();
        models.find(application).map(StoredModel::revision).ifPresent(revision -> database.sql(
                "select instance, amounts from chosen_bandwidth where application = ? and revision = ? "
                        + "and (amounts is not null or proposed is null)").params(application, revision)
                .query((row, number) -> new Row(row.getString(1),
                        Optional.ofNullable(row.getString(2)).map(text -> Json.read(text, Bandwidth.class))))
                .list().forEach(row -> choices.put(row.instance(), row.amounts())));
        return choices;
    }

    /** Proposed amounts are the chosen ones once their plan is the target, also where no planning follows. */
    public void settle(String application, String targetId) {
        database.sql("update chosen_bandwidth set amounts = proposed, proposed = null, proposed_plan = null "
                + "where application = ? and proposed_plan = ?").params(application, targetId).update();
    }

    /** @param by name of who chose */
    public void choose(String application, String instance, Bandwidth amounts, String by) {
        models.find(application).ifPresent(model -> database.sql(
                "insert into chosen_bandwidth (application, instance, revision, chosen_by, chosen_at, amounts) values (?, ?, ?, ?, ?, ?) "
                        + "on conflict (application, instance) do update set revision = excluded.revision, "
                        + "chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at, amounts = excluded.amounts, "
                        + "proposed = null, proposed_plan = null")
                .params(application, instance, model.revision(), by, clock.instant().toString(), Json.write(amounts)).update());
    }

    /** An earlier choice stays in force until the plan is the target. @param by name of who chose */
    public void propose(String application, String instance, Bandwidth amounts, String planId, String by) {
        models.find(application).ifPresent(model -> database.sql(
                "insert into chosen_bandwidth (application, instance, revision, chosen_by, chosen_at, proposed, proposed_plan) "
                        + "values (?, ?, ?, ?, ?, ?, ?) on conflict (application, instance) do update set "
                        + "amounts = case when chosen_bandwidth.revision = excluded.revision then chosen_bandwidth.amounts end, "
                        + "revision = excluded.revision, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at, "
                        + "proposed = excluded.proposed, proposed_plan = excluded.proposed_plan")
                .params(application, instance, model.revision(), by, clock.instant().toString(), Json.write(amounts), planId).update());
    }

    /** From now on, plans take the bandwidth of the model. */
    public void forget(String application, String instance) {
        database.sql("delete from chosen_bandwidth where application = ? and instance = ?").params(application, instance).update();
    }
}
