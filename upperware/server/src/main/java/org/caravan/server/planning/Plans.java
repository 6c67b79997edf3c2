package org.caravan.server.planning;

import java.util.List;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.model.Models;
import org.caravan.server.planning.PlanView.Outcome;
import org.caravan.server.rest.Refusal;
import org.springframework.stereotype.Component;

/** Plans that were made, for those who show, approve or carry them out. */
@Component
public class Plans {

    private final Models models;
    private final PlanStore store;
    private final Targets targets;

    Plans(Models models, PlanStore store, Targets targets) {
        this.models = models;
        this.store = store;
        this.targets = targets;
    }

    /** @param id digest of a plan, or {@code latest} */
    PlanView required(String application, String id) {
        models.required(application);
        Optional<PlanView> found = id.equals("latest") ? store.latest(application) : store.answer(application, id);
        return found.orElseThrow(() -> unknown(application, id));
    }

    List<PlanView> all(String application, Optional<String> outcome, Optional<String> before, int most) {
        models.required(application);
        return store.all(application, outcome, before, most);
    }

    /** The plan of this id; refused if there is none, or it answered that nothing can be placed. */
    public DeploymentPlan plan(String application, String id) {
        PlanView view = required(application, id);
        return store.plan(application, view.id()).orElseThrow(() -> Refusal.conflict("no-placement",
                "Plan (" + id + ") of application (" + application + ") found no placement.",
                "read its reasons, then change the model or the infrastructure."));
    }

    /** The latest plan, if it would change something and can still be approved. */
    public Optional<String> pendingPlanId(String application) {
        Optional<String> parent = targets.target(application).map(DeploymentPlan::digest);
        return store.latest(application)
                .filter(view -> view.outcome() == Outcome.PLANNED && view.changes())
                .flatMap(view -> store.plan(application, view.id()))
                .filter(plan -> plan.parentId().equals(parent))
                .map(DeploymentPlan::digest);
    }

    private static Refusal unknown(String application, String id) {
        return Refusal.notFound("unknown-plan", "Application (" + application + ") has no plan (" + id + ").",
                "make one with POST /api/v1/applications/" + application + "/plans.");
    }
}
