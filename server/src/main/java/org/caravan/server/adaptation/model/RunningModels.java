package org.caravan.server.adaptation.model;

import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.Limit;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.model.Models;
import org.caravan.server.planning.ApprovedModels;
import org.springframework.stereotype.Component;

/** By which model of a deployed application the server acts: the approved one. While a newer one waits for approval, its plans wait. */
@Component
class RunningModels {

    private final ApprovedModels approved;
    private final Models models;

    RunningModels(ApprovedModels approved, Models models) {
        this.approved = approved;
        this.models = models;
    }

    /** The model whose rules are evaluated. If no approved one is known, the latest one is, and {@link #limitOfPlans} holds its actions. */
    Optional<ApplicationModel> of(String application) {
        return approved.model(application).or(() -> models.accepted(application));
    }

    /** Why rules may not change the placement: a plan is made from the latest model. */
    Optional<Limit> limitOfPlans(ApplicationModel model, DeploymentPlan target) {
        return approved.newerWaits(model.name()) ? Optional.of(Efforts.newerModel()) : limit(model, target);
    }

    /** Why rules of this model may not send messages or run commands. */
    Optional<Limit> limit(ApplicationModel model, DeploymentPlan target) {
        return approved.model(model.name()).filter(model::equals).isPresent()
                ? Efforts.unapproved(model, target)
                : Optional.of(Efforts.newerModel());
    }
}
