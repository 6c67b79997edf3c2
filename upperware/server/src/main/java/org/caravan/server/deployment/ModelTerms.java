package org.caravan.server.deployment;

import org.caravan.execution.RunTerms;
import org.caravan.server.model.Models;
import org.springframework.stereotype.Component;

/** What the latest model of an application allows a deployment to do by itself. */
@Component
class ModelTerms {

    private final Models models;

    ModelTerms(Models models) {
        this.models = models;
    }

    RunTerms of(String application) {
        return models.accepted(application)
                .map(model -> new RunTerms(model.onFailure(), model.statefulComponentIds()))
                .orElse(RunTerms.HELD);
    }
}
