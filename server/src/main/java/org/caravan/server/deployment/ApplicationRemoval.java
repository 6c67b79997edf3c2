package org.caravan.server.deployment;

import java.util.Optional;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunSummary;
import org.caravan.execution.journal.Target;
import org.caravan.server.decision.Choices;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.caravan.server.planning.Plans;
import org.caravan.server.prediction.PredictionStore;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Removes an application that is not deployed: its models, plans and plannings. Its deployments stay in the journal. */
@Component
class ApplicationRemoval {

    private final RunStore journal;
    private final Models models;
    private final Plans plans;
    private final Choices choices;
    private final PredictionStore predictions;

    ApplicationRemoval(RunStore journal, Models models, Plans plans, Choices choices, PredictionStore predictions) {
        this.predictions = predictions;
        this.journal = journal;
        this.models = models;
        this.plans = plans;
        this.choices = choices;
    }

    /**
     * Idempotent: a model that arrived after the request is kept.
     *
     * @throws ProblemException with code deployment-running or application-deployed, or changed-meanwhile if there is a later model
     */
    void remove(String application, long modelRevision) {
        if (models.find(application).map(StoredModel::revision).orElse(0L) > modelRevision) {
            throw new ProblemException(HttpStatus.PRECONDITION_FAILED, "changed-meanwhile", "Application (" + application
                    + ") got another model in the meantime.",
                    "check it, then remove it again.");
        }
        refuseDeployed(application);
        plans.forget(application);
        choices.forget(application);
        predictions.forget(application);
        // If the journal has runs of this application, its name stays with its organisation, so that no other organisation sees them.
        models.remove(application, modelRevision, journal.latestRun(application).isPresent());
    }

    private void refuseDeployed(String application) {
        Optional<RunSummary> latest = journal.latestRun(application);
        if (latest.filter(run -> run.state().underWay()).isPresent()) {
            throw ProblemException.conflict("deployment-running", "A deployment of application (" + application + ") is under way.",
                    "wait for its end, or cancel it: caravan cancel " + application + ".");
        }
        Optional<Target> target = journal.target(application);
        int placed = target.map(one -> one.plan().instances().size()).orElse(0);
        if (placed > 0 || latest.filter(run -> run.state() == RunState.FAILED).isPresent() || !journal.footprint(application).isEmpty()) {
            throw ProblemException.conflict("application-deployed", "Application (" + application + ") is deployed: "
                    + (placed > 0 ? "its target has " + placed + (placed == 1 ? " instance." : " instances.")
                    : "the removal of all its copies was not confirmed."), "destroy it first: caravan destroy " + application + ".");
        }
    }
}
