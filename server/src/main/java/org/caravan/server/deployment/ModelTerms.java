package org.caravan.server.deployment;

import org.caravan.execution.journal.RunTerms;
import org.caravan.server.model.Models;
import org.springframework.stereotype.Component;

/** Reads from an application's latest model which actions a deployment may take automatically. */
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
