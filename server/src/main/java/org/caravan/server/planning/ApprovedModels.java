package org.caravan.server.planning;

import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The model of each application whose plan a person approved last. Only its rules may act, because a submitted model may differ from it in
 * nothing but its rules, promises or bounds, which no placement shows. A rule approves a plan, never a model.
 */
@Component
public class ApprovedModels {

    private final JdbcClient database;
    private final Targets targets;
    private final Models models;

    ApprovedModels(JdbcClient database, Targets targets, Models models) {
        this.database = database;
        this.targets = targets;
        this.models = models;
    }

    /**
     * The approved model; empty if it is not known, because an earlier version deployed the application and its plan is gone, or if it was
     * removed.
     */
    public Optional<ApplicationModel> model(String application) {
        return digest(application).flatMap(digest -> models.accepted(application, digest));
    }

    /** Whether the latest model has another content than the approved one. Comments and the order of properties are no content. */
    public boolean newerWaits(String application) {
        Optional<StoredModel> latest = models.find(application);
        Optional<String> approved = digest(application);
        return latest.isPresent() && !latest.map(StoredModel::digest).equals(approved)
                && !model(application).equals(models.accepted(application));
    }

    /** Whether the approval of the latest model would change by what the server acts. If no approved one is known, only rules count. */
    boolean changesHowItActs(String application) {
        return newerWaits(application) && (model(application).isPresent() || models.accepted(application)
                .filter(model -> !model.supplement().adaptation().rules().isEmpty()).isPresent());
    }

    private Optional<String> digest(String application) {
        return database.sql("select digest from approved_model where application = ?").param(application).query(String.class).optional()
                .or(() -> targets.target(application).flatMap(target -> database
                        .sql("select model from plan where application = ? and id = ? and model is not null")
                        .params(application, target.digest()).query(String.class).optional()));
    }

    /**
     * Records the model of an application that an earlier version deployed. Called before a plan is stored, because a plan that is computed
     * again may have the id of the target, and then replaces its row.
     */
    void settle(String application) {
        targets.target(application).ifPresent(target -> database.sql("insert into approved_model (application, digest) select application, "
                + "model from plan where application = ? and id = ? and model is not null on conflict (application) do nothing")
                .params(application, target.digest()).update());
    }

    /** A person approved the plan, and it has become the target. Idempotent. */
    void approved(String application, String planId) {
        database.sql("insert into approved_model (application, digest) select application, model from plan where application = ? "
                + "and id = ? and model is not null on conflict (application) do update set digest = excluded.digest")
                .params(application, planId).update();
    }

    /** The approval of the plan approves no model. */
    void planOnly(String application, String planId) {
        database.sql("update plan set model = null where application = ? and id = ?").params(application, planId).update();
    }

    void forget(String application) {
        database.sql("delete from approved_model where application = ?").param(application).update();
    }
}
