package org.caravan.server.planning;

import java.time.Clock;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of the copies whose bandwidth a person chose. A choice applies until another model of the application is submitted. */
@Component
public class BandwidthChoices {

    private final JdbcClient database;
    private final Models models;
    private final Clock clock;

    BandwidthChoices(JdbcClient database, Models models, Clock clock) {
        this.database = database;
        this.models = models;
        this.clock = clock;
    }

    /** Copies with a choice that applies to the latest model, as {@code web:1}. */
    public Set<String> of(String application) {
        return models.find(application).map(StoredModel::revision).<Set<String>>map(revision -> new TreeSet<>(database.sql(
                "select instance from chosen_bandwidth where application = ? and revision = ?").params(application, revision)
                .query(String.class).list())).orElse(Set.of());
    }

    /** @param by name of who chose */
    public void choose(String application, String instance, String by) {
        models.find(application).ifPresent(model -> database.sql(
                "insert into chosen_bandwidth (application, instance, revision, chosen_by, chosen_at) values (?, ?, ?, ?, ?) "
                        + "on conflict (application, instance) do update set revision = excluded.revision, "
                        + "chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at")
                .params(application, instance, model.revision(), by, clock.instant().toString()).update());
    }

    /** From now on, plans take the bandwidth of the model. */
    public void forget(String application, String instance) {
        database.sql("delete from chosen_bandwidth where application = ? and instance = ?").params(application, instance).update();
    }
}
