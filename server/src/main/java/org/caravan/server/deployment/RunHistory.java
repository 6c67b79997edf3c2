package org.caravan.server.deployment;

import java.util.Optional;
import org.caravan.execution.Rollback;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.planning.EarlierPlans;
import org.springframework.stereotype.Component;

/** Creates rollback plans from earlier plans in the journal. */
@Component
class RunHistory implements EarlierPlans {

    private final Rollback rollback;
    private final ModelTerms terms;

    RunHistory(Rollback rollback, ModelTerms terms) {
        this.rollback = rollback;
        this.terms = terms;
    }

    @Override
    public String earlierId(String application, Optional<String> reference) {
        return Deployments.refusing(() -> rollback.earlierId(application, reference));
    }

    @Override
    public DeploymentPlan backTo(String application, Optional<String> reference) {
        return Deployments.refusing(() -> rollback.plan(application, reference, terms.of(application).statefulComponentIds()));
    }
}
